import { Alert, Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../../../api/failure-words.js';
import { requiresApproval } from '../../../api/failures.js';
import { propose } from '../../governance/change-requests/proposal.js';
import { proposalTexts as texts } from '../../../texts/proposals.js';
import { DialogButtons } from '../../../kit/dialog-buttons.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { useAction } from '../../../kit/use-action.js';
import styles from '../../../kit/wrapping.module.css';
import { ReasonField } from './reason-field.js';
import type { SwitchTarget } from './switch-dialog-store.js';
import type { useSwitch } from './use-switch.js';

interface ApprovalChoiceProps {
  target: SwitchTarget;
  switching: ReturnType<typeof useSwitch>;
  onClose: () => void;
}

const EMERGENCY = ['DISABLE_FEATURE_ENVIRONMENT', 'SKIP_CHANGE_REQUEST'];
const OUTDATES = ['change-requests', 'events'];

/** Proposes a switch where others have to approve it, or turns off at once in an emergency. */
export function ApprovalChoice({ target, switching, onClose }: ApprovalChoiceProps) {
  const { project, environment, turnsOn } = target;
  const [reason, setReason] = useState('');
  const proposing = useProposing(target, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (turnsOn) proposing.mutate();
    else switching.mutate({ target, reason: reason.trim() });
  };
  const isExpected = requiresApproval(switching.error);
  const error = proposing.error ?? (isExpected ? null : switching.error);
  return (
    <form onSubmit={submit}>
      <Alert color="blue" role="alert" mt="md" title={texts.required}>
        {turnsOn ? texts.requiresIn(environment) : texts.emergency(environment)}
      </Alert>
      {!turnsOn && (
        <ReasonField description={texts.reasonHint} value={reason} onChange={setReason} />
      )}
      {error && (
        <Alert color="red" mt="md" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      <DialogButtons isSent={proposing.isPending || switching.isPending} onClose={onClose}>
        <Button
          type={turnsOn ? 'submit' : 'button'}
          variant={turnsOn ? 'filled' : 'default'}
          loading={proposing.isPending}
          onClick={turnsOn ? undefined : () => proposing.mutate()}
        >
          {texts.propose}
        </Button>
        {!turnsOn && (
          <PermittedButton
            type="submit"
            className={styles.wrapping}
            color="red"
            needs={EMERGENCY}
            place={{ project, environment }}
            loading={switching.isPending}
          >
            {texts.atOnce(environment)}
          </PermittedButton>
        )}
      </DialogButtons>
    </form>
  );
}

function useProposing(
  { project, environment, feature, turnsOn }: SwitchTarget,
  onProposed: () => void,
) {
  const payload = { enabled: turnsOn };
  const changes = [{ action: 'updateEnabled' as const, feature, payload }];
  return useAction(
    async () => {
      await propose({ project, environment, changes });
      // A callback of the mutation would be lost when the preview is read again meanwhile, which
      // replaces this part of the dialog.
      onProposed();
    },
    { outdates: OUTDATES, isFailureShown: true },
  );
}

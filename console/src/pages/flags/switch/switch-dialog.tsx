import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { requiresApproval } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { ReceiptLink } from '../../audit/events/receipt-link.js';
import { undoPreviewQuery } from '../../audit/events/undo-queries.js';
import { switchTexts } from '../../../texts/switch.js';
import { uiTexts } from '../../../texts/ui.js';
import { DialogButtons } from '../../../kit/dialog-buttons.js';
import { useAction } from '../../../kit/use-action.js';
import styles from '../../../kit/wrapping.module.css';
import { ApprovalChoice } from './approval-choice.js';
import { useMe } from '../../../app/session/me.js';
import { DeliveryReport } from './delivery-report.js';
import { ImpactSummary } from './impact-summary.js';
import { ReasonField } from './reason-field.js';
import type { SwitchTarget } from './switch-dialog-store.js';
import { SwitchLack } from './switch-lack.js';
import { switchLack } from './switch-permission.js';
import { guardWarnings, previewOf } from './switch-requests.js';
import { undoSwitch, useSwitch } from './use-switch.js';

interface DialogProps {
  target: SwitchTarget;
  onClose: () => void;
}

/**
 * Previews a switch, confirms it, and follows how it reaches SDKs; tells people who may not switch
 * who may.
 */
export function SwitchDialog({ target, onClose }: DialogProps) {
  const { turnsOn, feature, environment } = target;
  const switching = useSwitch(target);
  const lack = switchLack(useMe(), target, turnsOn);
  const eventId = switching.data?.eventId;
  return (
    <Modal opened onClose={onClose} title={switchTexts.title(turnsOn, feature, environment)}>
      {switching.data ? (
        <>
          <DeliveryReport target={target} switched={switching.data} />
          <Group mt="lg" justify="flex-end">
            {eventId !== undefined && (
              <>
                <ReceiptLink eventId={eventId} />
                <UndoButton target={target} eventId={eventId} onClose={onClose} />
              </>
            )}
            <Button autoFocus onClick={onClose}>
              {uiTexts.close}
            </Button>
          </Group>
        </>
      ) : lack ? (
        <SwitchLack target={target} lack={lack} onClose={onClose} />
      ) : (
        <Confirmation target={target} switching={switching} onClose={onClose} />
      )}
    </Modal>
  );
}

interface UndoButtonProps extends DialogProps {
  eventId: number;
}

/** Undoes the switch, or leads to proposing that where others have to approve it. */
function UndoButton({ target, eventId, onClose }: UndoButtonProps) {
  const queries = useQueryClient();
  const { data } = useQuery(undoPreviewQuery(eventId, 'event'));
  const undoing = useAction(() => undoSwitch(queries, target, eventId), { outdates: ['features'] });
  return (
    <Button
      variant="default"
      loading={undoing.isPending}
      onClick={() => undoing.mutate(undefined, { onSuccess: onClose })}
    >
      {data?.proposeIn ? switchTexts.proposeUndo : switchTexts.undo}
    </Button>
  );
}

interface ConfirmationProps extends DialogProps {
  switching: ReturnType<typeof useSwitch>;
}

function Confirmation({ target, switching, onClose }: ConfirmationProps) {
  const [reason, setReason] = useState('');
  const preview = useQuery({
    queryKey: ['switch-preview', target],
    queryFn: () => previewOf(target),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const refused = guardWarnings(switching.error);
  const isBlocked = preview.data?.guard === 'block' && (preview.data.warnings?.length ?? 0) > 0;
  const warnings = refused ?? preview.data?.warnings ?? [];
  const needsReason = refused !== undefined || isBlocked;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    switching.mutate({ target, reason: needsReason ? reason.trim() : undefined });
  };
  if (requiresApproval(preview.error ?? switching.error) || preview.data?.requiresApproval)
    return (
      <>
        {!preview.error && <ImpactSummary preview={preview} target={target} />}
        <ApprovalChoice target={target} switching={switching} onClose={onClose} />
      </>
    );
  return (
    <form onSubmit={submit}>
      <ImpactSummary preview={preview} target={target} />
      {warnings.length > 0 && (
        <Alert color="orange" mt="md" title={switchTexts.guarded}>
          {warnings.map(({ type, message }) => (
            <Text key={type} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      {needsReason && (
        <ReasonField
          autoFocus
          description={switchTexts.reasonHint}
          value={reason}
          onChange={setReason}
        />
      )}
      {switching.error && !refused && (
        <Alert color="red" mt="md" role="alert">
          {wordsOf(switching.error)}
        </Alert>
      )}
      <Buttons
        target={target}
        forces={needsReason}
        isBusy={switching.isPending}
        onClose={onClose}
      />
    </form>
  );
}

interface ButtonsProps extends DialogProps {
  forces: boolean;
  isBusy: boolean;
}

/** The confirmation can be pressed before the preview has arrived: emergencies do not wait. */
function Buttons({ target: { turnsOn, environment }, forces, isBusy, onClose }: ButtonsProps) {
  const label = forces ? switchTexts.force(environment) : switchTexts.confirm(turnsOn, environment);
  return (
    <DialogButtons isSent={isBusy} onClose={onClose}>
      <Button
        type="submit"
        data-autofocus
        className={styles.wrapping}
        color={turnsOn ? 'blue' : 'red'}
        loading={isBusy}
      >
        {isBusy ? switchTexts.working : label}
      </Button>
    </DialogButtons>
  );
}

import { Alert, Button, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ApiFailure, requiresApproval } from '../api/failures.js';
import { wordsOf } from '../api/failure-words.js';
import { type Proposal, propose } from '../pages/governance/change-requests/proposal.js';
import { proposalTexts } from '../texts/proposals.js';
import { uiTexts } from '../texts/ui.js';
import type { Place } from '../app/session/permissions.js';
import { DialogButtons } from './dialog-buttons.js';
import { PermittedButton } from './permitted-button.js';
import { useAction } from './use-action.js';
import styles from './wrapping.module.css';

/** Domains that proposing changes, which tells by itself what it has done. */
const PROPOSED = ['change-requests', 'events'];

export interface FormDialogProps {
  title: string;
  /** What the button that sends the form says; that something is created, without. */
  action?: string;
  color?: string;
  size?: string;
  /** Whether the button waits for something else than the fields. */
  isBlocked?: boolean;
  /** The permission for sending it, if the person can open the form without. */
  needs?: string | readonly string[];
  place?: Place;
  send: (form: FormData) => Promise<unknown>;
  /** What to say when it has succeeded. */
  done?: string;
  outdates: readonly string[];
  /** The changes for others to approve, where the service refuses them without. */
  proposal?: (form: FormData) => Proposal | Promise<Proposal[]>;
  /** Shows the newest version after somebody else has changed the thing. */
  reload?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, which closes when the service has accepted it. */
export function FormDialog({ title, size, onClose, ...form }: FormDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <DialogForm {...form} onClose={onClose} />
    </Modal>
  );
}

/** The form of a dialog, with what went wrong and its buttons. */
export function DialogForm(props: Omit<FormDialogProps, 'title' | 'size'>) {
  const { action = uiTexts.create, color, isBlocked, needs, place, children } = props;
  const { send, done, outdates, reload, proposal, onClose } = props;
  const sending = useAction(send, { done, outdates, isFailureShown: true });
  const proposing = useAction(
    async (form: FormData) => {
      for (const one of [await proposal!(form)].flat()) await propose(one, sending.error);
    },
    { outdates: [...PROPOSED, ...outdates], isFailureShown: true },
  );
  const isProposed = proposal !== undefined && requiresApproval(sending.error);
  const active = isProposed ? proposing : sending;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    active.mutate(new FormData(event.currentTarget), { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">{children}</Stack>
      {isProposed && <ApprovalNotice />}
      {active.error && <Refusal error={active.error} reload={reload} />}
      <DialogButtons isSent={active.isPending} onClose={onClose}>
        <PermittedButton
          type="submit"
          className={styles.wrapping}
          needs={needs}
          place={place}
          color={isProposed ? undefined : color}
          loading={active.isPending}
          disabled={isBlocked}
        >
          {isProposed ? proposalTexts.propose : action}
        </PermittedButton>
      </DialogButtons>
    </form>
  );
}

/** Says that others have to approve a change. */
export function ApprovalNotice({ environment }: { environment?: string }) {
  return (
    <Alert color="blue" role="alert" mt="md" title={proposalTexts.required}>
      {environment !== undefined && `${proposalTexts.requiresIn(environment)} `}
      {proposalTexts.hint}
    </Alert>
  );
}

function Refusal({ error, reload }: { error: unknown; reload?: () => void }) {
  const isConflict = error instanceof ApiFailure && error.status === 412;
  return (
    <Alert color="red" role="alert" mt="md">
      {wordsOf(error)}
      {isConflict && reload && (
        <Button mt="sm" size="xs" variant="default" display="block" onClick={reload}>
          {uiTexts.showCurrent}
        </Button>
      )}
    </Alert>
  );
}

/** The trimmed text of a field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The texts of all fields with this name, such as of ticked boxes. */
export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}

/** Whether a box is ticked. */
export function isTicked(form: FormData, name: string): boolean {
  return form.get(name) !== null;
}

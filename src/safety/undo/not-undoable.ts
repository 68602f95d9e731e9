import type { StoredEvent } from '../../core/event/event.types.js';
import { EventNotUndoableError } from './undo.errors.js';

type EventType = StoredEvent['type'];

/**
 * Events that say why the other events of their transaction happened. These are undone without
 * them: what was executed or applied stays so.
 */
const CAUSES: ReadonlySet<EventType> = new Set<EventType>([
  'schedule-executed',
  'signal-received',
  'feature-safeguard-triggered',
  'change-request-applied',
  'change-request-scheduled-application-success',
  'change-request-comment-added',
]);

/** What to do instead of undoing events of some types. */
const INSTEAD: Readonly<Partial<Record<EventType, string>>> = {
  'emergency-link-created': 'Revoke the emergency link instead.',
  'emergency-link-revoked': 'Create another emergency link instead.',
  'feature-safeguard-set': 'Change or remove the safeguard instead.',
  'feature-safeguard-removed': 'Set the safeguard again instead.',
  'feature-safeguard-triggered': 'Undo what it changed instead: with scope=change, or that event.',
  'signal-created': 'Delete the signal instead.',
  'signal-deleted': 'Create another signal instead.',
  'signal-received': 'Undo what it changed instead: with scope=change, or those events.',
  'audit-witness-created': 'Delete the witness instead.',
  'audit-witness-deleted': 'Register the witness again instead.',
  'federated-credential-created': 'Delete the federated credential instead.',
  'federated-credential-updated': 'Change the federated credential again instead.',
  'federated-credential-deleted': 'Create the federated credential again instead.',
  'federated-credential-used': 'Delete the token instead.',
  'schedule-created': 'Cancel the schedule instead.',
  'schedule-updated': 'Change the schedule instead.',
  'schedule-cancelled': 'Create the schedule again instead.',
  'schedule-executed': 'Undo what it changed instead: with scope=change, or that event.',
  'change-request-configuration-updated': 'Change the configuration again instead.',
  'change-request-created': 'Cancel the change request instead.',
  'change-request-sent-to-review': 'Cancel the change request instead.',
  'change-request-approval-added': 'Cancel the change request instead.',
  'change-request-approved': 'Cancel the change request instead.',
  'change-request-rejected': 'Propose the changes again instead.',
  'change-request-cancelled': 'Propose the changes again instead.',
  'change-request-scheduled': 'Choose another time, or cancel the change request instead.',
  'change-request-title-updated': 'Change the title again instead.',
  'change-request-reviewers-updated': 'Request other reviewers instead.',
  'change-added': 'Remove the change from the change request instead.',
  'change-edited': 'Edit the change again instead.',
  'change-discarded': 'Add the change again instead.',
  'change-request-applied': 'Undo what it changed instead: with scope=change, or these events.',
  'release-plan-template-created': 'Archive or delete the template instead.',
  'release-plan-template-updated': 'Change the template again instead.',
  'release-plan-template-archived': 'Create the template again instead.',
  'release-plan-template-deleted': 'Create the template again instead.',
  'release-plan-added': 'Remove the release plan instead.',
  'release-plan-removed': 'Add a release plan again instead.',
  'release-plan-milestone-started': 'Start another milestone of the release plan instead.',
  'release-plan-milestone-strategy-updated': 'Change the strategy of the milestone again instead.',
  'milestone-progression-changed': 'Change the progression of the milestone again instead.',
  'release-plan-progressions-paused': 'Resume the release plan instead.',
  'release-plan-progressions-resumed': 'Start a milestone of the release plan instead.',
  'safeguard-changed': 'Change or remove the safeguard instead.',
  'safeguard-deleted': 'Set the safeguard again instead.',
  'banner-created': 'Delete the banner instead.',
  'banner-updated': 'Change the banner again instead.',
  'banner-deleted': 'Create the banner again instead.',
};

/** Whether an event only says why others of its transaction happened. */
export function isCause({ type }: StoredEvent): boolean {
  return CAUSES.has(type);
}

/** Why events of some types cannot be undone, and what to do instead. */
export function notUndoable(types: ReadonlySet<EventType>): EventNotUndoableError {
  const hints = [...new Set([...types].flatMap((type) => INSTEAD[type] ?? []))];
  const rest = 'The documentation lists the types that can.';
  return new EventNotUndoableError(
    `Events of the type ${[...types].join(', ')} cannot be undone. ${hints.join(' ') || rest}`,
  );
}

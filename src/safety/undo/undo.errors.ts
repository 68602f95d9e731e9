import { insteadOf } from '../../core/event/event-entries.js';
import type { StoredEvent } from '../../core/event/event.types.js';
import { ApiError } from '../../platform/errors/api-error.js';

/** Events of this type cannot be undone, or this one lacks the state before it. */
export class EventNotUndoableError extends ApiError {
  readonly status = 409;
}

/** The event is undone already. */
export class EventAlreadyUndoneError extends ApiError {
  readonly status = 409;
}

/** What the event changed is not as the event left it. */
export class StateChangedSinceError extends ApiError {
  readonly status = 409;
}

/** The inverse change is not possible now. */
export class InverseRefusedError extends ApiError {
  readonly status = 409;
}

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

/** Whether an event only says why others of its transaction happened. */
export function isCause({ type }: StoredEvent): boolean {
  return CAUSES.has(type);
}

/** Why events of some types cannot be undone, and what to do instead. */
export function notUndoable(types: ReadonlySet<EventType>): EventNotUndoableError {
  const hints = [...new Set([...types].flatMap((type) => insteadOf(type) ?? []))];
  const rest = 'The documentation lists the types that can.';
  return new EventNotUndoableError(
    `Events of the type ${[...types].join(', ')} cannot be undone. ${hints.join(' ') || rest}`,
  );
}

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

import { ApiError } from './api-error.js';

/** The request does not say what it has to say, or says it wrongly. */
export class BadDataError extends ApiError {
  readonly status = 400;
}

/** More of something than there may be. */
export class ExceedsLimitError extends ApiError {
  readonly status = 400;
}

/** Not possible as things are. */
export class InvalidOperationError extends ApiError {
  readonly status = 403;
}

/** Not possible in this way. */
export class OperationDeniedError extends ApiError {
  readonly status = 403;
}

/** Not for this caller. */
export class ForbiddenError extends ApiError {
  readonly status = 403;
}

/** There is no such thing, or not for this caller. */
export class NotFoundError extends ApiError {
  readonly status = 404;
}

/** The name is taken. */
export class NameExistsError extends ApiError {
  readonly status = 409;
}

/** The thing is in use, or changed meanwhile. */
export class ConflictError extends ApiError {
  readonly status = 409;
}

/** It is switched off by the settings. */
export class DisabledError extends ApiError {
  readonly status = 422;
}

/** Something failed that should not have: the log has the rest, under the same id. */
export class UnknownError extends ApiError {
  readonly status = 500;
}

/**
 * The caller has disconnected: nobody reads this answer. The status is the one that proxies note in
 * this case.
 */
export class CallerLeftError extends ApiError {
  readonly status = 499;

  constructor() {
    super('The caller disconnected before the answer was ready.');
  }
}

/** A refusal that the reference words as `{message}` alone. */
export class PlainRefusal extends ApiError {
  constructor(
    readonly status: 401 | 403 | 503,
    message: string,
  ) {
    super(message);
  }

  override body(): object {
    return { message: this.message };
  }
}

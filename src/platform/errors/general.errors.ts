import { ApiError } from './api-error.js';

/** The request is invalid. */
export class BadDataError extends ApiError {
  readonly status = 400;
}

/** A limit on the number of things is exceeded. */
export class ExceedsLimitError extends ApiError {
  readonly status = 400;
}

/** The operation is not possible in the current state. */
export class InvalidOperationError extends ApiError {
  readonly status = 403;
}

/** The operation is not possible in this way. */
export class OperationDeniedError extends ApiError {
  readonly status = 403;
}

/** The caller may not do this. */
export class ForbiddenError extends ApiError {
  readonly status = 403;
}

/** The resource does not exist, or is hidden from the caller. */
export class NotFoundError extends ApiError {
  readonly status = 404;
}

/** The name is taken. */
export class NameExistsError extends ApiError {
  readonly status = 409;
}

/** The user name or e-mail address is taken, which is reported as in the reference. */
export class UserExistsError extends BadDataError {
  constructor(message: string) {
    super(message);
    this.name = BadDataError.name;
  }
}

/** The resource is in use, or was changed concurrently. */
export class ConflictError extends ApiError {
  readonly status = 409;
}

/** The feature is disabled in the settings. */
export class DisabledError extends ApiError {
  readonly status = 422;
}

/** Writes are refused while maintenance mode is on. */
export class MaintenanceError extends ApiError {
  readonly status = 503;
}

/** The instance is being stopped. Others should get the requests. */
export class StoppingError extends ApiError {
  readonly status = 503;
}

/** An unexpected error, whose details are in the log under the same id. */
export class UnknownError extends ApiError {
  readonly status = 500;
}

/** The caller has disconnected. The status is the one that proxies log in this case. */
export class CallerLeftError extends ApiError {
  readonly status = 499;

  constructor() {
    super('The caller disconnected before the response was ready.');
  }
}

/** An error whose body is `{message}` only, as in the reference. */
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

import { randomUUID } from 'node:crypto';

/** One thing that was wrong; `path` says where in the request, like `/body/name`. */
export interface ErrorDetail {
  message: string;
  path?: string;
  /** Every rule that was broken, with `OwaspValidationError`. */
  validationErrors?: string[];
}

/** How many things that were wrong are told at most. */
export const MAX_DETAILS = 20;
/** How long a message may be, in characters: it may repeat what the caller has sent. */
const LONGEST_MESSAGE = 1_000;

/**
 * What a caller is told when something cannot be done. The class name is the `name` on the wire, the status is the class's own,
 * and names and statuses are the reference's.
 */
export abstract class ApiError extends Error {
  abstract readonly status: number;
  readonly id = randomUUID();
  readonly details: ErrorDetail[];

  constructor(message: string, details: ErrorDetail[] = [{ message }]) {
    super(shortened(message));
    this.name = this.constructor.name;
    this.details = details.slice(0, MAX_DETAILS).map(shortDetail);
  }

  /** Content type of the answer's body, where it is neither JSON nor plain text. */
  readonly contentType?: string;

  /** Headers that the answer carries besides the usual ones. */
  headers(): Record<string, string> {
    return {};
  }

  /** The answer's body: JSON, or plain text where it is a text. */
  body(): object | string {
    return { id: this.id, name: this.name, message: this.message, details: this.details };
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}

function shortDetail(detail: ErrorDetail): ErrorDetail {
  const { message, path } = detail;
  return { ...detail, message: shortened(message), ...(path === undefined ? {} : { path: shortened(path) }) };
}

/** The request does not say what it has to say, or says it wrongly. */
export class BadDataError extends ApiError {
  readonly status = 400;
}

/** More of something than there may be. */
export class ExceedsLimitError extends ApiError {
  readonly status = 400;
}

/** A project keeps at least one environment. */
export class MinimumOneEnvironmentError extends ApiError {
  readonly status = 400;
}

/** Somebody has the role still. */
export class RoleInUseError extends ApiError {
  readonly status = 400;
}

/** The feature is archived: it has to be revived first. */
export class ArchivedFeatureError extends ApiError {
  readonly status = 400;
}

/** The password is too weak; the detail lists every rule that it breaks. */
export class OwaspValidationError extends ApiError {
  readonly status = 400;

  constructor(validationErrors: string[]) {
    super(validationErrors[0]!, [{ message: validationErrors[0]!, validationErrors }]);
  }
}

/** Nobody is signed in, and no token came along. */
export class AuthenticationRequired extends ApiError {
  readonly status = 401;

  override body(): object {
    return { ...(super.body() as object), path: '/auth/simple/login', type: 'password', defaultHidden: false };
  }
}

/** The token that came along is unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {
  readonly status = 401;
}

/** Wrong user name or password: which of them is not told. */
export class PasswordMismatch extends ApiError {
  readonly status = 401;
}

/** The one-time link is unknown, used or expired. */
export class InvalidTokenError extends ApiError {
  readonly status = 401;
}

/** The caller is known, but may not do this. */
export class PermissionError extends ApiError {
  readonly status = 403;

  constructor(
    readonly permissions: string[],
    message = `You need one of these permissions to do this: ${permissions.join(', ')}.`,
  ) {
    super(message);
  }

  override body(): object {
    return { ...(super.body() as object), permissions: this.permissions };
  }
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

/** The password was right, or the identity provider vouched: the second factor is still to come. */
export class SecondFactorRequired extends ApiError {
  readonly status = 401;

  /** `methods` are the ways of the second step; `cookie` is the header that lets the browser take it. */
  constructor(
    private readonly methods: readonly string[],
    private readonly cookie: string,
  ) {
    super('Give your second factor: call one of the methods below this path, with the cookie of this answer.');
  }

  override headers(): Record<string, string> {
    return { 'Set-Cookie': this.cookie, 'Cache-Control': 'no-store' };
  }

  override body(): object {
    return { ...(super.body() as object), path: '/auth/second-factor', methods: this.methods };
  }
}

/** The second factor was wrong, or there is no sign-in that waits for one. */
export class SecondFactorMismatch extends ApiError {
  readonly status = 401;
}

/** The user must have a second factor, and has to add one before anything else. */
export class SecondFactorMissing extends ApiError {
  readonly status = 403;

  constructor() {
    super(
      'You must have a second factor here. Add an authenticator app by POST /api/admin/user/second-factor/totp, or a passkey by POST /api/admin/user/second-factor/passkeys/options.',
    );
  }

  override body(): object {
    return { ...(super.body() as object), path: '/api/admin/user/second-factor' };
  }
}

/** Not without the user having proven recently who it is. */
export class ConfirmationRequired extends ApiError {
  readonly status = 403;

  /** `methods` are the ways in which the user can do so. */
  constructor(private readonly methods: readonly string[]) {
    super('Confirm that it is you: call one of the methods below this path, then repeat the request.');
  }

  override body(): object {
    return { ...(super.body() as object), path: '/api/admin/user/confirmation', methods: this.methods };
  }
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

/** The project would be left without anybody who may give access to it. */
export class ProjectWithoutOwnerError extends ApiError {
  readonly status = 409;
}

/** The body is larger than a body may be. `error` repeats it in the form in which the reference tells it. */
export class PayloadTooLargeError extends ApiError {
  readonly status = 413;

  constructor(
    private readonly limit: number,
    private readonly length: number | undefined,
  ) {
    super(`The body is larger than ${limit} bytes, which is as large as it may be.`);
  }

  override body(): object {
    const error = { message: this.message, expected: this.length, length: this.length, limit: this.limit, type: 'entity.too.large' };
    return { ...(super.body() as object), error: { ...error, status: this.status, statusCode: this.status, expose: true } };
  }
}

/** The body is not JSON by its content type. */
export class ContentTypeError extends ApiError {
  readonly status = 415;
}

/** It is switched off by the settings. */
export class DisabledError extends ApiError {
  readonly status = 422;
}

/** Too many attempts. Plain text with headers, as the reference tells it. */
export class TooManyRequestsError extends ApiError {
  readonly status = 429;

  /** `limit` attempts are let through in `window` seconds; after `reset` seconds there will be some again. */
  constructor(
    private readonly limit: number,
    private readonly window: number,
    private readonly reset: number,
    message = 'Too many requests, please try again later.',
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    const reset = String(Math.max(1, Math.ceil(this.reset)));
    return {
      'RateLimit-Policy': `${this.limit};w=${this.window}`,
      'RateLimit-Limit': String(this.limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': reset,
      'Retry-After': reset,
    };
  }

  override body(): string {
    return this.message;
  }
}

/** A caller has used up a quota of requests. Plain text, like every 429. */
export class QuotaExceededError extends ApiError {
  readonly status = 429;

  constructor(
    message: string,
    private readonly retrySeconds: number,
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}

/** More streams than there may be: SDKs poll instead when they are answered this, as they would not after a 503. */
export class TooManyStreamsError extends ApiError {
  readonly status = 429;

  constructor(private readonly retrySeconds: number) {
    super('There are as many streams as there may be. Please poll, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}

/** Something failed that should not have: the log has the rest, under the same id. */
export class UnknownError extends ApiError {
  readonly status = 500;
}

/** In how many seconds it is worth trying again what the database could not do. */
const RETRY_DATABASE_SECONDS = 2;

/** PostgreSQL cannot be reached. Never told as 401 or 403: SDKs would stop asking for good. */
export class DatabaseUnavailableError extends ApiError {
  readonly status = 503;

  /** Says nothing of whether something was changed: where the connection is lost while PostgreSQL commits, nobody knows. */
  constructor(message = 'The database cannot be reached at the moment. Try again in a few seconds.') {
    super(message);
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(RETRY_DATABASE_SECONDS) };
  }
}

/** Something took or waited too long in PostgreSQL, or for a connection to it, and was undone or never begun. */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor() {
    super('The database is too busy at the moment. Nothing was changed; try again in a few seconds.');
  }
}

/** One caller has as many slow reads under way as one may have. */
export class TooManyLongReadsError extends ApiError {
  readonly status = 429;

  constructor(most: number) {
    super(`You have ${most} searches or lists under way, which is as many as one caller may have. Wait until one of them is answered.`);
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(RETRY_DATABASE_SECONDS) };
  }

  override body(): string {
    return this.message;
  }
}

/** The caller has disconnected: nobody reads this answer. The status is the one that proxies note in this case. */
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

import { ApiError } from '../errors/api-error.js';

/** In how many seconds it is worth trying again what the database could not do. */
const RETRY_DATABASE_SECONDS = 2;

/** PostgreSQL cannot be reached. Never told as 401 or 403: SDKs would stop asking for good. */
export class DatabaseUnavailableError extends ApiError {
  readonly status = 503;

  /**
   * Says nothing of whether something was changed: where the connection is lost while PostgreSQL
   * commits, nobody knows.
   */
  constructor(
    message = 'The database cannot be reached at the moment. Try again in a few seconds.',
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(RETRY_DATABASE_SECONDS) };
  }
}

/**
 * Something took or waited too long in PostgreSQL, or for a connection to it, and was undone or
 * never begun.
 */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor() {
    super(
      'The database is too busy at the moment. Nothing was changed; try again in a few seconds.',
    );
  }
}

/** One caller has as many slow reads under way as one may have. */
export class TooManyLongReadsError extends ApiError {
  readonly status = 429;

  constructor(most: number) {
    super(
      `You have ${most} searches or lists under way, which is as many as one caller may have. Wait until one of them is answered.`,
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(RETRY_DATABASE_SECONDS) };
  }

  override body(): string {
    return this.message;
  }
}

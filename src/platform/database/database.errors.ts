import { ApiError } from '../errors/api-error.js';

/** Seconds for `Retry-After` after a failure of the database. */
const RETRY_DATABASE_SECONDS = 2;

/**
 * PostgreSQL cannot be reached. Must not become 401 or 403, because SDKs stop polling for good on
 * those.
 */
export class DatabaseUnavailableError extends ApiError {
  readonly status = 503;

  /**
   * Does not promise that nothing changed: when the connection breaks during a commit, the outcome
   * is unknown.
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
 * A statement, or the wait for a connection, took too long. The transaction was rolled back or
 * never began.
 */
export class DatabaseBusyError extends DatabaseUnavailableError {
  constructor() {
    super(
      'The database is too busy at the moment. Nothing was changed; try again in a few seconds.',
    );
  }
}

/** What is to be changed is locked by another change. Nothing was changed. */
export class LockedError extends DatabaseUnavailableError {
  constructor() {
    super(
      'Another change of the same object is still in progress. Nothing was changed; try again in ' +
        'a few seconds.',
    );
  }
}

/** The caller already runs as many slow reads as one caller may. */
export class TooManyLongReadsError extends ApiError {
  readonly status = 429;

  constructor(most: number) {
    super(
      `You already have ${most} searches or lists in progress, the maximum for one caller. ` +
        'Wait until one of them has finished.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(RETRY_DATABASE_SECONDS) };
  }

  override body(): string {
    return this.message;
  }
}

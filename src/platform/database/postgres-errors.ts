import type { ApiError } from '../errors/api-error.js';
import { BadDataError } from '../errors/general.errors.js';
import { DatabaseBusyError, DatabaseUnavailableError, LockedError } from './database.errors.js';

/**
 * An error of PostgreSQL or `pg`. `detail` comes from PostgreSQL, for example
 * `Key (name)=(x) already exists.`
 */
export interface PostgresError {
  code?: string;
  constraint?: string;
  detail?: string;
  message?: string;
  /** How severe PostgreSQL says that it is. */
  severity?: string;
}

/**
 * Errors of an unreachable server. 28000, 28P01 and 3D000 only occur while connecting; 25006 means
 * that the server has become a standby; 25P03 and 25P04 that it closed the connection.
 */
const UNREACHABLE = new RegExp(
  '^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|' +
    'EPIPE|ENOENT|08...|25006|25P0[34]|28000|28P01|3D000|57P0[123]|53300)$',
);
/** TypeORM's message for a connection that broke between two statements. */
const UNREACHABLE_TEXT = new RegExp(
  'Connection terminated|timeout exceeded when trying to connect|' +
    'Client has encountered a connection error|is not queryable|' +
    'query runner (was )?already released',
  'i',
);
/**
 * The server has run out of disk space (53100), memory (53200) or another resource, or cannot
 * access a file (58030). An operator has to resolve this; the service keeps running.
 */
const EXHAUSTED = /^(53...|58030)$/;
/**
 * Errors that end the session, whatever their code: a new session that cannot write its cache file
 * to a full disk fails with the code of an internal error, for example.
 */
const ENDS_SESSION = /^(FATAL|PANIC)$/;
/** A statement exceeded `statement_timeout`. */
const TIMED_OUT = '57014';
/** A lock was not released within `lock_timeout`. */
const LOCKED = '55P03';
const UNSTORABLE_TEXT = /^(22021|22P05)$/;
/**
 * A value exceeds the 2.7 kB that an index entry can hold, which also limits indexed names and ids.
 */
const TOO_LONG_FOR_INDEX = '54000';

/**
 * The PostgreSQL error within a TypeORM error, or the error itself; undefined when the value is no
 * error.
 */
export function postgresErrorOf(error: unknown): PostgresError | undefined {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  return cause && typeof cause === 'object' ? cause : undefined;
}

/**
 * The API error for an error of PostgreSQL, `pg` or TypeORM, other than violated constraints.
 * @returns undefined when it is a bug of this service.
 */
export function meaningOf(error: unknown): ApiError | undefined {
  const cause = postgresErrorOf(error);
  if (!cause) return undefined;
  const { code = '', message = '', severity = '' } = cause;
  if (UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(message))
    return new DatabaseUnavailableError();
  if (EXHAUSTED.test(code))
    return new DatabaseUnavailableError(
      'The database server lacks disk space, memory or another resource. Try again when its ' +
        'operator has made room.',
    );
  if (ENDS_SESSION.test(severity)) return new DatabaseUnavailableError();
  if (code === LOCKED) return new LockedError();
  // Retrying did not help.
  if (code === TIMED_OUT || isTransient(cause)) return new DatabaseBusyError();
  if (UNSTORABLE_TEXT.test(code))
    return new BadDataError('A string contains a character that cannot be stored, such as U+0000.');
  if (code === TOO_LONG_FOR_INDEX) return new BadDataError('A name or id is too long.');
  return undefined;
}

/** Whether a statement failed because another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError | null)?.code === LOCKED;
}

/**
 * @throws BadDataError for a search that PostgreSQL cancelled because it took too long; rethrows
 * any other error.
 */
export function refuseCancelled(error: unknown, advice: string): never {
  if ((error as PostgresError | null)?.code !== TIMED_OUT) throw error;
  throw new BadDataError(`The search took too long and was cancelled. ${advice}`);
}

/** Whether a transaction failed only because of a concurrent one, so that retrying helps. */
export function isTransient(error: unknown): boolean {
  const { code, constraint = '' } = postgresErrorOf(error) ?? {};
  // A partition was created while the row was being inserted: PostgreSQL reports a check without a
  // name.
  const rowFoundNewPartition = code === '23514' && constraint === '';
  return code === '40001' || code === '40P01' || rowFoundNewPartition;
}

const ATTEMPTS = 4;

/**
 * Runs one transaction, and repeats it from the beginning when it failed only because of a
 * concurrent one, such as in a deadlock. So `work` must have no effects outside the database.
 */
export async function retryTransaction<T>(
  work: () => Promise<T>,
  mayBeRepeated = isTransient,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !mayBeRepeated(error)) throw error;
    }
  }
}

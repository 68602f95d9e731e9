import type { ApiError } from '../errors/api-error.js';
import { BadDataError } from '../errors/general.errors.js';
import { DatabaseBusyError, DatabaseUnavailableError } from './database.errors.js';

/**
 * What PostgreSQL or `pg` say of a failure. `detail` is PostgreSQL's own, like
 * `Key (name)=(x) already exists.`
 */
export interface PostgresError {
  code?: string;
  constraint?: string;
  detail?: string;
  message?: string;
}

/**
 * 28000, 28P01 and 3D000 come from connecting alone: whoever sends a request cannot be to blame for
 * them. 25006 is what a server says that has become a standby, 25P03 and 25P04 that it has closed a
 * connection.
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT|08...|25006|25P0[34]|28000|28P01|3D000|57P0[123]|53300)$/;
/** TypeORM says of a connection that broke between two statements that it was released. */
const UNREACHABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|is not queryable|Query runner already released/;
/** What took or waited longer than a limit that somebody has set in PostgreSQL. */
const TIMED_OUT = /^(57014|55P03)$/;
const UNSTORABLE_TEXT = /^(22021|22P05)$/;
/**
 * An index holds no value of more than 2.7 kB, and so neither do the names and ids that are looked
 * up by one.
 */
const TOO_LONG_FOR_INDEX = '54000';

/**
 * The error of PostgreSQL within one of TypeORM, or the error itself; undefined when it is no error
 * at all.
 */
export function postgresErrorOf(error: unknown): PostgresError | undefined {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  return cause && typeof cause === 'object' ? cause : undefined;
}

/**
 * What an error of PostgreSQL, of `pg` or of TypeORM means to the caller, violated constraints
 * apart. @returns undefined when it is a fault of this service.
 */
export function meaningOf(error: unknown): ApiError | undefined {
  const cause = postgresErrorOf(error);
  if (!cause) return undefined;
  const { code = '', message = '' } = cause;
  if (UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(message))
    return new DatabaseUnavailableError();
  // it has been repeated, without success
  if (TIMED_OUT.test(code) || isTransient(cause)) return new DatabaseBusyError();
  if (UNSTORABLE_TEXT.test(code))
    return new BadDataError('A text holds a character that cannot be stored, such as U+0000.');
  if (code === TOO_LONG_FOR_INDEX)
    return new BadDataError('A name or id is longer than names and ids can be.');
  return undefined;
}

/** Whether a statement was broken off because another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError | null)?.code === '55P03';
}

/**
 * @throws BadDataError for a search that PostgreSQL broke off because it took too long, and
 * otherwise what was thrown.
 */
export function refuseCancelled(error: unknown, advice: string): never {
  if ((error as PostgresError | null)?.code !== '57014') throw error;
  throw new BadDataError(`The search took too long and was given up. ${advice}`);
}

/**
 * Whether a transaction failed only because of another one at the same moment, so that repeating it
 * helps.
 */
export function isTransient(error: unknown): boolean {
  const { code, constraint = '' } = postgresErrorOf(error) ?? {};
  // A check without a name is that of a partition: the row was on its way to one while another was
  // made for it.
  const rowFoundNewPartition = code === '23514' && constraint === '';
  return code === '40001' || code === '40P01' || rowFoundNewPartition;
}

import type { AuthorLookup } from '../../auth/author-lookup.js';
import type { Caller } from '../../auth/caller/caller.js';
import { PermissionError } from '../../auth/caller/auth.errors.js';
import type { DatabaseErrorTranslator } from '../../database/database-error-translator.js';
import { RequestTransaction } from '../../database/request-transaction.js';
import { ApiError } from '../../errors/api-error.js';
import { SYSTEM } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import type { UnitOfWork } from '../../event/unit-of-work.js';

/** What became of something that was due. */
export type Outcome = 'executed' | 'missed' | 'suspended';

/** Things that are done at a chosen time: each once, in a transaction that locks its row. */
export interface DueWork {
  /** For the log and the metrics. */
  readonly kind: string;
  /**
   * How long until the next one is due, in milliseconds; negative when it is late, null for none.
   * @param except Ids to leave out.
   */
  readNext(except: readonly number[]): Promise<number | null>;
  /**
   * Executes the one that is due first.
   * @returns What became of it; undefined when none is due.
   * @throws ExecutionFailedError
   */
  executeNext(except: readonly number[]): Promise<Outcome | undefined>;
  /** Suspends one that keeps failing for a reason that is in the log. */
  giveUp(id: number): Promise<void>;
}

/** Something due could not be executed for a reason that may pass; nothing was changed. */
export class ExecutionFailedError extends Error {
  constructor(
    readonly id: number,
    override readonly cause: unknown,
  ) {
    super(`${id} could not be executed.`);
  }
}

/** Something due cannot be done as things are; the message says why. */
export class Obstacle extends Error {}

const AUTHOR_GONE = 'Its author, a user or an API token, no longer exists or has expired.';
const PROJECT_HIDDEN = 'Its author can no longer see the project.';
export const INTERNAL_ERROR = 'An internal error occurred. The log has the details.';

/**
 * Takes something that is due and executes it, in one transaction.
 * @param claim Locks its row.
 * @returns What became of it; undefined when none is due.
 * @throws ExecutionFailedError
 */
export async function executeClaimed<Due extends { id: number }>(
  unitOfWork: UnitOfWork,
  claim: (tx: Tx) => Promise<Due | undefined>,
  act: (due: Due) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  let id: number | undefined;
  try {
    return await unitOfWork.together(async () => {
      const due = await unitOfWork.run(SYSTEM, claim);
      id = due?.id;
      return due && (await act(due));
    }, 'scheduled');
  } catch (error) {
    throw id === undefined ? error : new ExecutionFailedError(id, error);
  }
}

/**
 * The author of something due, who acts with the present permissions.
 * @throws Obstacle when they no longer exist, or no longer see the project.
 */
export async function requireAuthor(
  due: { project: string; userId: number; tokenId: string | null },
  authors: AuthorLookup,
): Promise<Caller> {
  const author = await authors.find(due);
  if (!author) throw new Obstacle(AUTHOR_GONE);
  if (!author.sees(due.project)) throw new Obstacle(PROJECT_HIDDEN);
  return author;
}

/** Calls what must not happen unless the present transaction commits. */
export function whenCommitted(call: () => void): void {
  const { current } = RequestTransaction;
  if (current) current.whenCommitted(call);
  else call();
}

/** Why something is refused for good; undefined when it failed for a reason that may pass. */
export function refusalOf(error: unknown, errors: DatabaseErrorTranslator): string | undefined {
  if (error instanceof Obstacle) return error.message;
  const refusal = error instanceof ApiError ? error : errors.translate(error);
  if (!refusal || refusal.status >= 500) return undefined;
  return refusal instanceof PermissionError
    ? `Its author lacks the permission. ${refusal.message}`
    : refusal.message;
}

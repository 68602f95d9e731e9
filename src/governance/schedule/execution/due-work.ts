import type { TransactionOptions } from '../../../platform/database/request-transaction.js';

/** What became of something that was due. */
export type Outcome = 'executed' | 'missed' | 'suspended';

/** Things that are done at a chosen time: each once, in a transaction that locks its row. */
export interface DueWork {
  /** For the log and the metrics. */
  readonly kind: string;
  /** How many an instance executes at the same time. */
  readonly atOnce: number;
  /** Pause before one that failed is tried again, in milliseconds. */
  readonly retryMs: number;
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

/** How much due work is done at the same time, and on which connections. */
export interface WorkLimits extends Pick<DueWork, 'atOnce' | 'retryMs'> {
  readonly options: TransactionOptions;
  /** Whether it is the work that turns features off, or all other. */
  readonly turnsOff: boolean;
}

/**
 * Turning off has connections that other work cannot occupy, and hardly waits for locks, so that it
 * does not occupy them either.
 */
export const TURNING_OFF: WorkLimits = {
  atOnce: 2,
  retryMs: 500,
  options: { connections: 'hotTransaction', lockMs: 100 },
  turnsOff: true,
};
export const OTHERS: WorkLimits = {
  atOnce: 4,
  retryMs: 5_000,
  options: { connections: 'scheduled' },
  turnsOff: false,
};

/** Something due could not be executed for a reason that may pass; nothing was changed. */
export class ExecutionFailedError extends Error {
  constructor(
    readonly id: number,
    override readonly cause: unknown,
  ) {
    super(`${id} could not be executed.`);
  }
}

/** Why something due cannot be done at present. The message is shown to its author. */
export class Obstacle extends Error {}

export const INTERNAL_ERROR = 'An internal error occurred. The log has the details.';

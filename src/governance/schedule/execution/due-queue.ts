import { Logger } from '@nestjs/common';
import type { DatabaseErrorTranslator } from '../../../platform/database/constraint-errors.js';
import type { TransactionOptions } from '../../../platform/database/request-transaction.js';
import { ApiError } from '../../../platform/errors/api-error.js';

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

/** The first of so many failures of one is logged. */
const LOGGED_EVERY = 10;
/** After so many failures in a row that are bugs, one is suspended. */
const MAX_FAILURES = 3;
/** Upper bound on those that are known to fail at present. */
const MAX_FAILING = 1_000;

interface Failing {
  failures: number;
  /** When it is tried again, by the clock of `performance`. */
  retryAt: number;
}

/** Executes due work of one kind, so that what fails does not delay the rest. */
export class DueQueue {
  private readonly log = new Logger(DueQueue.name);
  private readonly failing = new Map<number, Failing>();
  /** Numbers by what became of them; `failed` are tried again. */
  readonly counts: Record<Outcome | 'failed', number> = {
    executed: 0,
    missed: 0,
    suspended: 0,
    failed: 0,
  };
  /** Delay of what was due first at the last look, in seconds. */
  lagSeconds = 0;

  constructor(
    readonly work: DueWork,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Executes what is due.
   * @returns Milliseconds until more is due; null when nothing is planned.
   */
  async round(stopping?: AbortSignal): Promise<number | null> {
    const next = await this.work.readNext(this.excepted());
    this.lagSeconds = Math.max(0, -(next ?? 0) / 1000);
    if (next === null || next > 0) return next;
    await Promise.all(Array.from({ length: this.work.atOnce }, () => this.executeAll(stopping)));
    return 0;
  }

  private async executeAll(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const outcome = await this.work
        .executeNext(this.excepted())
        .catch((error: unknown) => this.fail(error));
      if (outcome === undefined) return;
      this.counts[outcome]++;
    }
  }

  /**
   * Leaves one out for a while.
   * @throws the error when it concerns none, such as a lost connection.
   */
  private async fail(error: unknown): Promise<'failed'> {
    if (!(error instanceof ExecutionFailedError)) throw error;
    const { id, cause } = error;
    const { kind } = this.work;
    const failures = (this.failing.get(id)?.failures ?? 0) + 1;
    if (failures % LOGGED_EVERY === 1)
      this.log.warn({ err: cause, kind, id, failures }, 'A scheduled change could not be made.');
    const isBug = !(cause instanceof ApiError) && this.errors.translate(cause) === undefined;
    if (isBug && failures >= MAX_FAILURES) {
      await this.work.giveUp(id);
      this.failing.delete(id);
    } else {
      if (this.failing.size >= MAX_FAILING) this.failing.clear();
      this.failing.set(id, { failures, retryAt: performance.now() + this.work.retryMs });
    }
    return 'failed';
  }

  /** Ids of those that failed a moment ago. */
  private excepted(): number[] {
    const now = performance.now();
    return [...this.failing].flatMap(([id, { retryAt }]) => (retryAt > now ? [id] : []));
  }
}

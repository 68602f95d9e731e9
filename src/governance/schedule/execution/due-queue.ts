import { Logger } from '@nestjs/common';
import type { DatabaseErrorTranslator } from '../../../platform/database/database-error-translator.js';
import { ApiError } from '../../../platform/errors/api-error.js';
import { type DueWork, ExecutionFailedError, type Outcome } from './due-work.js';

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

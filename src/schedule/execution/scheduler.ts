import { Injectable, Logger } from '@nestjs/common';
import { LiveSettings } from '../../auth/live-settings.js';
import { Database } from '../../database/database.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { ApiError } from '../../errors/api-error.js';
import { DatabaseErrorTranslator } from '../../database/database-error-translator.js';
import { DELETE_ENDED, READ_NEXT } from './execution.sql.js';
import {
  ExecutionFailedError,
  type Outcome,
  ScheduleExecutionService,
} from './schedule-execution.service.js';

/**
 * Upper bound on the pause between two looks. Schedules that another instance creates are not
 * announced here, so it bounds how late they can be.
 */
const POLL_MS = 500;
/** How many schedules an instance executes at the same time. */
const AT_ONCE = 4;
/** Pause before a schedule that failed is tried again. */
const RETRY_MS = 5_000;
/** After so many failures in a row that are bugs, a schedule is suspended. */
const MAX_FAILURES = 3;
/** Upper bound on schedules that are known to fail at present. */
const MAX_FAILING = 1_000;
/** How long schedules that have ended are kept. */
const KEPT_HOURS = 90 * 24;
const CLEAN_UP_MS = 3_600_000;
const PIECE = 1_000;

interface Failing {
  failures: number;
  /** When it is tried again, by the clock of `performance`. */
  retryAt: number;
}

/** Executes schedules when they are due. */
@Injectable()
export class Scheduler {
  private readonly log = new Logger(Scheduler.name);
  private readonly failing = new Map<number, Failing>();
  /** Number of due schedules by what became of them; `failed` are tried again. */
  readonly counts: Record<Outcome | 'failed', number> = {
    executed: 0,
    missed: 0,
    suspended: 0,
    failed: 0,
  };
  /** Delay of the schedule that was due first at the last look, in seconds. */
  lagSeconds = 0;

  constructor(
    private readonly database: Database,
    private readonly executions: ScheduleExecutionService,
    private readonly settings: LiveSettings,
    private readonly errors: DatabaseErrorTranslator,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'schedules',
      everyMs: POLL_MS,
      retryMs: POLL_MS,
      run: (stopping) => this.round(stopping),
    });
    jobs.add({ name: 'schedule-retention', everyMs: CLEAN_UP_MS, run: () => this.cleanUp() });
  }

  /** Executes what is due. @returns The pause before the next look. */
  async round(stopping?: AbortSignal): Promise<number> {
    if (this.settings.get('maintenance')?.enabled) return POLL_MS;
    const [next] = await this.database.run(READ_NEXT, [this.excepted()]);
    const { milliseconds } = next!;
    this.lagSeconds = Math.max(0, -(milliseconds ?? 0) / 1000);
    if (milliseconds === null) return POLL_MS;
    if (milliseconds > 0) return Math.min(Math.ceil(milliseconds), POLL_MS);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.executeAll(stopping)));
    return 0;
  }

  private async executeAll(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted) {
      const outcome = await this.executions
        .executeNext(this.excepted())
        .catch((error: unknown) => this.fail(error));
      if (outcome === undefined) return;
      this.counts[outcome]++;
    }
  }

  /**
   * Leaves a schedule out for a while, so that it does not delay others.
   * @throws the error when it concerns no schedule, such as a lost connection.
   */
  private async fail(error: unknown): Promise<'failed'> {
    if (!(error instanceof ExecutionFailedError)) throw error;
    const { id, cause } = error;
    const failures = (this.failing.get(id)?.failures ?? 0) + 1;
    this.log.warn({ err: cause, schedule: id }, 'A schedule could not be executed.');
    const isBug = !(cause instanceof ApiError) && this.errors.translate(cause) === undefined;
    if (isBug && failures >= MAX_FAILURES) {
      await this.executions.giveUp(id);
      this.failing.delete(id);
    } else {
      if (this.failing.size >= MAX_FAILING) this.failing.clear();
      this.failing.set(id, { failures, retryAt: performance.now() + RETRY_MS });
    }
    return 'failed';
  }

  /** Ids of the schedules that failed a moment ago. */
  private excepted(): number[] {
    const now = performance.now();
    return [...this.failing].flatMap(([id, { retryAt }]) => (retryAt > now ? [id] : []));
  }

  private async cleanUp(): Promise<void> {
    let deleted: number;
    do deleted = (await this.database.run(DELETE_ENDED, [KEPT_HOURS, PIECE])).length;
    while (deleted === PIECE);
  }
}

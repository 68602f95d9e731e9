import { Logger } from '@nestjs/common';
import { tracing } from '../../tracing/tracing.js';
import { withTimeout } from '../with-timeout.js';

/** Pause after the first failure. It doubles with each further one, up to the usual interval. */
const FIRST_RETRY_MS = 5_000;
/** Upper bound on how long a stop waits for a job. */
const STOP_MS = 5_000;

/** What a background job does, and how often. */
export interface JobSettings {
  /** Unique, in kebab-case: the `job` label of the log and of the metrics. */
  name: string;
  /** Pause between the end of a run and the beginning of the next one. */
  everyMs: number;
  /**
   * Runs the work once. `stopping` aborts when the service stops.
   * @returns The pause before the next run in milliseconds, if it is not `everyMs`.
   */
  run: (stopping: AbortSignal) => Promise<number | void>;
  /** Pause before the first run, if it is not `everyMs`. */
  firstMs?: number;
  /** Constant pause after each failure, instead of a growing one. */
  retryMs?: number;
  /** Whether the work runs once more when the service stops, to save data that is in memory. */
  lastRound?: boolean;
}

/** The metrics of a job; undefined before the first run has ended. */
export interface JobFigures {
  succeeded: number;
  failed: number;
  /** End of the last run, in seconds since the epoch. */
  lastRunAt?: number;
  lastSeconds?: number;
}

/**
 * Repeats work in the background. Runs never overlap. A failed run is logged, counted and retried
 * earlier than the next regular run.
 */
export class BackgroundJob {
  readonly figures: JobFigures = { succeeded: 0, failed: 0 };
  private readonly log = new Logger(BackgroundJob.name);
  private readonly stopping = new AbortController();
  private isStarted = false;
  private timer?: NodeJS.Timeout;
  /** When the timer fires, by the clock of `performance`. */
  private due = Infinity;
  private running?: Promise<void>;
  /** The run that begins when the current one has ended. */
  private next?: Promise<void>;
  private stopped?: Promise<void>;
  private failuresInARow = 0;

  constructor(
    private readonly settings: JobSettings,
    private readonly onRound: (seconds: number) => void = () => {},
  ) {}

  get name(): string {
    return this.settings.name;
  }

  /** Starts the repetition. */
  start(): void {
    this.isStarted = true;
    this.runWithin(this.settings.firstMs ?? this.settings.everyMs);
  }

  /** Moves the next run forward to this delay, unless it is due earlier. */
  runWithin(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    if (!this.isStarted || this.stopping.signal.aborted || due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => void this.runNow(), milliseconds).unref();
  }

  /**
   * Starts a run after this call: at once, or when the current run has ended. Calls that wait for
   * the same run share it. Never rejects. Also works after {@link stop}.
   */
  runNow(): Promise<void> {
    if (this.next) return this.next;
    if (!this.running) return this.begin();
    this.next = this.running.then(() => {
      this.next = undefined;
      return this.begin();
    });
    return this.next;
  }

  /** Ends the repetition and waits for the current run and the last one, with a time limit. */
  stop(): Promise<void> {
    return (this.stopped ??= this.end());
  }

  private async end(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    const last = this.settings.lastRound ? this.runNow() : (this.next ?? this.running);
    await withTimeout(STOP_MS, last, () =>
      this.log.warn(
        { job: this.name },
        'A background job was still running when the service stopped.',
      ),
    );
  }

  private begin(): Promise<void> {
    clearTimeout(this.timer);
    this.due = Infinity;
    // A request can have set the timer.
    const round = tracing.current?.detached(() => this.round()) ?? this.round();
    this.running = round.then((pause) => {
      this.running = undefined;
      this.runWithin(pause);
    });
    return this.running;
  }

  /** @returns The pause before the next run. */
  private async round(): Promise<number> {
    const began = performance.now();
    try {
      const pause = await this.settings.run(this.stopping.signal);
      this.succeed();
      return pause ?? this.settings.everyMs;
    } catch (error) {
      return this.fail(error);
    } finally {
      this.figures.lastRunAt = Date.now() / 1000;
      this.figures.lastSeconds = (performance.now() - began) / 1000;
      this.onRound(this.figures.lastSeconds);
    }
  }

  private succeed(): void {
    this.figures.succeeded++;
    if (this.failuresInARow > 0) this.log.log({ job: this.name }, 'A background job works again.');
    this.failuresInARow = 0;
  }

  /**
   * Logs a warning only for the first of several consecutive failures.
   * @returns The pause before the next attempt.
   */
  private fail(error: unknown): number {
    this.figures.failed++;
    const level = this.failuresInARow === 0 ? 'warn' : 'debug';
    const pause = this.pauseAfter(this.failuresInARow++);
    this.log[level](
      { err: error, job: this.name },
      `A background job failed; it will be retried in ${pause / 1000} s.`,
    );
    return pause;
  }

  private pauseAfter(failures: number): number {
    const { everyMs, retryMs } = this.settings;
    return retryMs ?? Math.min(everyMs, FIRST_RETRY_MS * 2 ** Math.min(failures, 20));
  }
}

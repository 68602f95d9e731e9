import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { meaningOf } from '../../../platform/database/postgres-errors.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { FeatureLifecycleService } from '../../../flags/feature/lifecycle/feature-lifecycle.service.js';
import { DatabaseUnavailableError } from '../../../platform/database/database.errors.js';
import { Meters } from '../../../platform/meters/meters.js';
import { KnownNames } from '../report/known-names.js';
import type { UsageLine } from '../report/report.js';
import { type Batch, type SeenApplication, UsageBuffer } from '../report/usage-buffer.js';
import { type Reporter, UsageQuota } from '../report/usage-quota.js';
import { addBuckets, addVariants, noteApplications } from './usage-batches.js';

const EVERY_MS = 3_000;
/** Upper bound on buffered data; the same amount may be in the process of being written. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum rows per transaction. */
const CHUNK = 5_000;
/** SQLSTATE classes that refuse the rows themselves, so that retrying is useless. */
const REFUSED_ROWS = /^(22|23|54)/;

/**
 * Writes reported usage every few seconds, in few statements for any number of reports. Data that
 * cannot be written while PostgreSQL is away is kept and retried. When the connection breaks during
 * a commit, that batch may be written twice.
 */
@Injectable()
export class UsageWriter implements BeforeApplicationShutdown {
  private readonly log = new Logger(UsageWriter.name);
  private readonly buffer: UsageBuffer;
  private readonly job: BackgroundJob;
  private stopping = false;
  private isAway = false;
  /** The first error of this run because of which rows were not written. */
  private failure: Error | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lifecycle: FeatureLifecycleService,
    private readonly meters: Meters,
    private readonly known: KnownNames,
    @Inject(CONFIG) { usage }: Config,
    jobs: BackgroundJobs,
  ) {
    this.buffer = new UsageBuffer(MAX_BYTES, new UsageQuota(usage, known), (reason, counters) =>
      meters.lostUsage(reason, counters),
    );
    this.job = jobs.add({
      name: 'usage',
      everyMs: EVERY_MS,
      run: () => this.round(),
      lastRound: true,
    });
  }

  /**
   * During shutdown, late reports are written before the response, because no later run follows.
   */
  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /**
   * Buffers reports, to be written within seconds. What exceeds memory or quotas is dropped and
   * counted.
   */
  async add(
    applications: readonly SeenApplication[],
    usage: readonly UsageLine[],
    reporter?: Reporter,
  ): Promise<void> {
    this.known.keepFresh();
    const { reference } = this.meters;
    for (const one of applications) {
      this.buffer.addApplication({ ...one, reporter });
      if (one.strategies && one.sdkVersion) reference.registered(one.sdkVersion);
    }
    for (const line of usage) {
      this.buffer.addUsage(line, reporter);
      reference.used(line.featureName, line.appName, line.yes, line.no);
    }
    if (this.stopping) await this.write();
  }

  /**
   * Writes everything buffered before the call. Failures are logged, and failed rows are kept for
   * the next run. Never rejects.
   */
  write(): Promise<void> {
    return this.job.runNow();
  }

  private round(): Promise<void> {
    this.isAway = false;
    this.failure = undefined;
    return this.writeBatch(this.buffer.drain());
  }

  /**
   * Stops as soon as PostgreSQL is unavailable, because each further attempt would only wait for it
   * again.
   * @throws the first error because of which rows were not written.
   */
  private async writeBatch({ applications, buckets, variants }: Batch): Promise<void> {
    const left = {
      applications: await this.inChunks(applications, noteApplications),
      buckets: await this.inChunks(buckets, (chunk, tx) => addBuckets(chunk, this.lifecycle, tx)),
      variants: await this.inChunks(variants, addVariants),
    };
    this.buffer.requeue(left);
    if (this.failure) throw this.failure;
  }

  /**
   * Writes rows in batches.
   * @returns Rows to retry later.
   */
  private async inChunks<T>(
    rows: readonly T[],
    write: (chunk: readonly T[], tx: Tx) => Promise<void>,
  ): Promise<T[]> {
    const left: T[] = [];
    for (let start = 0; start < rows.length; start += CHUNK) {
      const chunk = rows.slice(start, start + CHUNK);
      if (this.isAway || !(await this.written(chunk, write)))
        for (const one of chunk) left.push(one);
    }
    return left;
  }

  /** @returns Whether the rows are done: written or permanently refused. */
  private async written<T>(
    chunk: readonly T[],
    write: (chunk: readonly T[], tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    try {
      await this.unitOfWork.run(SYSTEM, (tx) => write(chunk, tx));
      return true;
    } catch (error) {
      this.isAway = meaningOf(error) instanceof DatabaseUnavailableError;
      if (!REFUSED_ROWS.test(sqlStateOf(error))) {
        this.failure ??= error as Error;
        return false;
      }
      this.log.error(
        { err: error },
        `PostgreSQL refused ${chunk.length} rows of reported usage; they are lost.`,
      );
      this.meters.lostUsage('refused', chunk.length);
      return true;
    }
  }
}

function sqlStateOf(error: unknown): string {
  const { code } = ((error as { driverError?: unknown } | null)?.driverError ?? error ?? {}) as {
    code?: unknown;
  };
  return typeof code === 'string' ? code : '';
}

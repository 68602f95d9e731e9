import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { SYSTEM } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { DELETE_UNASKED } from '../../../flags/feature-count/feature-count.sql.js';
import {
  ADD_DAY,
  DAYS_WITHOUT,
  DELETE_FEATURES_OF_APPLICATIONS,
  DELETE_INSTANCES,
  DELETE_LOSSES,
  DROP_DAYS_BEFORE,
  FORGET_APPLICATIONS,
  LIMIT_LOCK_WAIT,
  TRY_LOCK,
} from './usage.sql.js';

const EVERY_MS = 3_600_000;
/** Number of days for which partitions are created in advance. */
const AHEAD = 3;
/** Days to keep the use of features by applications, independent of the retention of usage. */
const FEATURE_USE_DAYS = 30;
/** Days to keep what was lost, as long as a certificate can look back. */
const MOST_DAYS = 400;

/** Bounds a transaction. */
const MAX_DELETED = 1_000;

/**
 * Creates the daily partitions of usage in advance, and drops expired ones; one instance at a time.
 * Without a partition, usage goes to the default partition and is moved later.
 */
@Injectable()
export class UsageDays implements OnApplicationBootstrap {
  private readonly job: BackgroundJob;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({ name: 'usage-days', everyMs: EVERY_MS, run: () => this.keep() });
  }

  /** Runs before the first report, which needs the partition of its day. */
  async onApplicationBootstrap(): Promise<void> {
    await this.job.runNow();
  }

  /** Creates and drops the partitions that are due. */
  async keep(): Promise<void> {
    const { metricsRetentionDays: kept, applicationRetentionDays } = this.config;
    for (const { day } of await this.alone((tx) => tx.query(DAYS_WITHOUT, [kept, AHEAD])))
      await this.alone((tx) => tx.query(ADD_DAY, [day]));
    await this.alone((tx) => tx.query(DROP_DAYS_BEFORE, [kept]));
    await this.alone((tx) => deleteOutdated(tx, kept));
    const batch = [applicationRetentionDays, MAX_DELETED] as const;
    while ((await this.alone((tx) => tx.query(FORGET_APPLICATIONS, batch))).length > 0);
  }

  /**
   * Runs work unless another instance does. Each step is a separate transaction, so that locks are
   * held briefly.
   */
  private alone<T>(work: (tx: Tx) => Promise<T[]>): Promise<T[]> {
    return this.unitOfWork.run(SYSTEM, async (tx) => {
      await tx.query(LIMIT_LOCK_WAIT);
      const [{ held } = { held: false }] = await tx.query(TRY_LOCK);
      return held ? work(tx) : [];
    });
  }
}

/** Deletes instances that were not seen for long, and old uses of features by applications. */
async function deleteOutdated(tx: Tx, days: number): Promise<never[]> {
  await tx.query(DELETE_INSTANCES, [days]);
  await tx.query(DELETE_FEATURES_OF_APPLICATIONS, [Math.max(days, FEATURE_USE_DAYS)]);
  await tx.query(DELETE_LOSSES, [MOST_DAYS]);
  await tx.query(DELETE_UNASKED);
  return [];
}

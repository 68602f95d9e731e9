import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { BackgroundJob } from '../../database/jobs/background-job.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { SYSTEM } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { FORGET_APPLICATIONS } from './usage.sql.js';

const EVERY_MS = 3_600_000;
/** Number of days for which partitions are created in advance. */
const AHEAD = 3;
/** Short, because everybody who uses the table waits behind a waiting lock. */
const LOCK_TIMEOUT = '2s';
/** Days for which the use of features by applications is kept, however long usage is kept. */
const USE_TOLD_DAYS = 30;

/** Bounds a transaction. */
const FORGOTTEN_AT_ONCE = 1_000;

const HOLD = "SELECT pg_try_advisory_xact_lock(hashtext('usage-days')) AS held";

/** The days that need partitions: those around today, and those of late reports. */
const DAYS_WITHOUT = /* sql */ `
  WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day), wanted AS (
    SELECT today.day + n AS day FROM today, generate_series(-1, $2::int) n
    UNION SELECT (hour AT TIME ZONE 'UTC')::date FROM client_metric_rest
    UNION SELECT (hour AT TIME ZONE 'UTC')::date FROM client_metric_variant_rest)
  SELECT wanted.day::text FROM wanted, today
   WHERE wanted.day BETWEEN today.day - $1::int AND today.day + $2::int AND to_regclass('client_metric' || to_char(wanted.day, '"_d"YYYYMMDD')) IS NULL
   ORDER BY 1`;

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

  /** Before the first report comes, which needs the partition of its day. */
  async onApplicationBootstrap(): Promise<void> {
    await this.job.runNow();
  }

  /** Creates and drops the partitions that are due. */
  async keep(): Promise<void> {
    const { metricsRetentionDays: kept, applicationRetentionDays } = this.config;
    for (const { day } of await this.alone((tx) =>
      tx.query<{ day: string }>(DAYS_WITHOUT, [kept, AHEAD]),
    ))
      await this.alone((tx) => tx.query('SELECT add_usage_day($1)', [day]));
    await this.alone((tx) =>
      tx.query("SELECT drop_usage_before((now() AT TIME ZONE 'UTC')::date - $1::int)", [kept]),
    );
    await this.alone((tx) => forget(tx, kept));
    const batch = [applicationRetentionDays, FORGOTTEN_AT_ONCE];
    while ((await this.alone((tx) => tx.query(FORGET_APPLICATIONS, batch))).length > 0);
  }

  /**
   * Runs work unless another instance does. Each step is a transaction of its own, so that locks
   * are held briefly.
   */
  private alone<T>(work: (tx: Tx) => Promise<T[]>): Promise<T[]> {
    return this.unitOfWork.run(SYSTEM, async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      const [{ held } = { held: false }] = await tx.query<{ held: boolean }>(HOLD);
      return held ? work(tx) : [];
    });
  }
}

/** Deletes instances that have long been gone, and old uses of features by applications. */
async function forget(tx: Tx, days: number): Promise<never[]> {
  await tx.query(
    'DELETE FROM client_instance WHERE seen_at < now() - make_interval(hours => 24 * $1)',
    [days],
  );
  await tx.query(
    'DELETE FROM client_application_feature WHERE hour < now() - make_interval(hours => 24 * $1)',
    [Math.max(days, USE_TOLD_DAYS)],
  );
  return [];
}

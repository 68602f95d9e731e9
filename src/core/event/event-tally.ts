import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { inMaintenance } from '../../platform/database/maintenance.js';
import { Commits } from './commits.js';
import { HorizonWatch } from './horizon-watch.js';
import { type HorizonReading, READ_HORIZON } from './horizon.sql.js';
import { ADVANCE, SETTLE_RESTORED } from './event-tally.sql.js';

const EVERY_MS = 10_000;
/** Events that one statement tallies, so that it takes less than a second. */
const STEP = 200_000;
/** Steps of one run; later events wait for the next run. */
const MAX_STEPS = 50;

/**
 * Updates the tally of events, so that statistics only have to count recent events. The tally saves
 * time only: the numbers are exact however old it is. The job also detects a database that was
 * restored from another cluster, possibly while the service runs: then everything derived from
 * transaction ids is invalid and is rebuilt.
 */
@Injectable()
export class EventTally implements OnApplicationBootstrap {
  private readonly log = new Logger(EventTally.name);
  private readonly job: BackgroundJob;
  private behind = true;
  private settling?: Promise<void>;
  /** Number of restored databases that this instance detected and repaired, for metrics. */
  restores = 0;

  constructor(
    private readonly database: Database,
    private readonly watch: HorizonWatch,
    @Inject(CONFIG) private readonly config: Config,
    commits: Commits,
    jobs: BackgroundJobs,
  ) {
    commits.listen(() => (this.behind = true));
    this.job = jobs.add({ name: 'event-tally', everyMs: EVERY_MS, run: () => this.catchUp() });
  }

  /**
   * Runs before the first request: events recorded before a restored database is repaired would
   * reach webhooks late.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.job.runNow();
  }

  /**
   * Tallies the events that became final since the last run, and checks for a restored database.
   */
  async catchUp(): Promise<void> {
    const wasBehind = this.behind;
    this.behind = false;
    try {
      if ((await this.read()).restored) await this.settleRestored();
      else if (wasBehind) await this.advance();
      const reading = await this.read();
      if (reading.untallied > 0) this.behind = true;
      await this.watch.observe(reading);
    } catch (error) {
      this.behind = true;
      throw error;
    }
  }

  /** Tallies in steps, because many events may have been loaded at once. */
  private async advance(): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step++) {
      const [row] = await this.database.run(ADVANCE, [STEP], 'background');
      if (!row!.isMore) return;
    }
  }

  /**
   * Rebuilds everything that a restored database invalidates. One instance does it while the others
   * wait.
   */
  async settleRestored(): Promise<void> {
    await (this.settling ??= this.settle().finally(() => (this.settling = undefined)));
  }

  private async settle(): Promise<void> {
    this.log.warn(
      'The database was restored from another cluster. All data that depends on transaction ' +
        'ids is being rebuilt.',
    );
    const began = performance.now();
    const { database } = this.config;
    const [row] = await inMaintenance(
      { ...database, url: database.url! },
      'READ COMMITTED',
      (query) => query(SETTLE_RESTORED),
    );
    if (!row!.settled) return; // Another instance was faster.
    this.restores++;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.log.warn(
      `Rebuilt the event tallies, webhook positions and deliveries to SDKs in ${seconds} s.`,
    );
  }

  private async read(): Promise<HorizonReading> {
    const [reading] = await this.database.run(READ_HORIZON, [], 'background');
    return reading!;
  }
}

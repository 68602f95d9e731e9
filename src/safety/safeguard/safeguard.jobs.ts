import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { TAKE_UNCHECKED, type UncheckedSafeguard } from './feature-safeguard.sql.js';
import { SafeguardCheck } from './safeguard-check.js';

const EVERY_MS = 5_000;
/** How long a check of a safeguard is enough, for all instances. */
const CHECK_SECONDS = 10;
/** Safeguards per run. */
const BATCH = 100;

/** Looks on every instance for safeguards that have to be checked. */
@Injectable()
export class SafeguardJobs {
  private readonly log = new Logger(SafeguardJobs.name);

  constructor(
    private readonly database: Database,
    private readonly checks: SafeguardCheck,
    jobs: BackgroundJobs,
  ) {
    this.add(jobs, 'feature-safeguards', false);
    this.add(jobs, 'safeguard-queries', true);
  }

  /** Those of queries have a job of their own, since all of one run are waited for. */
  private add(jobs: BackgroundJobs, name: string, ofQueries: boolean): void {
    const run = async () => ((await this.watch(ofQueries)) ? 0 : EVERY_MS);
    jobs.add({ name, everyMs: EVERY_MS, run });
  }

  /**
   * Compares what is measured with the limits of safeguards, some at a time. One that fails, or
   * that waits for a locked feature, does not keep the others from their turn.
   * @param ofQueries Whether those that watch queries are checked, or all others.
   * @param seconds How old a check may be.
   * @returns Whether there may be more to check.
   */
  async watch(ofQueries: boolean, seconds = CHECK_SECONDS): Promise<boolean> {
    const values = [seconds, BATCH, ofQueries] as const;
    const unchecked = await this.database.run(TAKE_UNCHECKED, [...values], 'background');
    const checks = await Promise.allSettled(unchecked.map((one) => this.check(one)));
    const failed = checks.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return unchecked.length === BATCH;
  }

  private async check(one: UncheckedSafeguard): Promise<void> {
    try {
      await this.checks.check(one);
    } catch (error) {
      this.log.error(`The safeguard ${one.safeguard.id} failed.`, error);
      throw error;
    }
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { TAKE_UNCHECKED } from './feature-safeguard.sql.js';
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
    jobs.add({
      name: 'feature-safeguards',
      everyMs: EVERY_MS,
      run: async () => ((await this.watch()) ? 0 : EVERY_MS),
    });
  }

  /**
   * Compares usage with the limits of safeguards. One that fails does not keep the others from
   * their turn.
   * @param seconds How old a check may be.
   * @returns Whether there may be more to check.
   */
  async watch(seconds = CHECK_SECONDS): Promise<boolean> {
    const unchecked = await this.database.run(TAKE_UNCHECKED, [seconds, BATCH], 'background');
    let failure: Error | undefined;
    for (const one of unchecked)
      await this.checks.check(one).catch((error: unknown) => {
        failure = error as Error;
        this.log.error(`The safeguard ${one.safeguard.id} failed.`, error);
      });
    if (failure) throw failure;
    return unchecked.length === BATCH;
  }
}

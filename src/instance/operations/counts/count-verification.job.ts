import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { CountMeters } from './count-meters.js';
import { type CountReport, verifyCounts } from './count-verifier.js';
import { IS_DUE, NOTE_VERIFIED } from './counts.sql.js';

/** Interval for checking whether a verification is due. Not at start, to keep it light. */
const LOOK_EVERY_MS = 5 * 60_000;

/**
 * Verifies stored counts at configured intervals and after a restore, on one instance at a time.
 */
@Injectable()
export class CountVerificationJob implements OnApplicationBootstrap {
  private readonly log = new Logger(CountVerificationJob.name);

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly meters: CountMeters,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'count-verification',
      everyMs: LOOK_EVERY_MS,
      run: () => this.verifyIfDue(),
    });
  }

  /** After a restore of data, counts may be wrong; then they are verified before requests. */
  async onApplicationBootstrap(): Promise<void> {
    const [row] = await this.database.run(IS_DUE, [0]);
    if (row!.isRestored) await this.verify();
  }

  /** Verifies and repairs the counts if that is due. */
  async verifyIfDue(): Promise<void> {
    const [row] = await this.database.run(IS_DUE, [this.config.countVerificationHours]);
    if (row!.due || row!.isRestored) await this.verify();
  }

  private async verify(): Promise<void> {
    const { database } = this.config;
    const report = await verifyCounts({ ...database, url: database.url! }, { repair: true });
    if (!report) return;
    await this.database.run(NOTE_VERIFIED);
    this.tell(report);
  }

  private tell({ differences }: CountReport): void {
    for (const { name, places, examples } of differences) {
      this.meters.differed(name, places);
      this.log.error(
        { count: name, places, examples },
        `${name} was wrong in ${places} places and was corrected.`,
      );
    }
    if (differences.length === 0) this.log.debug('All counts are correct.');
  }
}

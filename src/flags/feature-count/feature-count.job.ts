import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { FOLD } from './feature-count.sql.js';

const EVERY_MS = 10_000;

/**
 * Merges the rows that changes have added to the counts of features, so that reads sum few rows.
 */
@Injectable()
export class FeatureCountJob {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'feature-counts', everyMs: EVERY_MS, run: () => this.fold() });
  }

  async fold(): Promise<void> {
    await this.database.run(FOLD);
  }
}

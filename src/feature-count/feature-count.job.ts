import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { BackgroundJobs } from '../database/jobs/background-jobs.js';
import { FOLD } from './feature-count.sql.js';

const EVERY_MS = 10_000;

/** Puts the rows together that changes added to counts of features, so that reads add up few. */
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

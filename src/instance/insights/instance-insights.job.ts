import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { BackgroundJob } from '../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import {
  FORGET_DAYS,
  FORGET_STATES,
  FORGET_USAGE,
  NOTE_STATE,
  NOTE_USAGE,
} from './instance-insights.sql.js';

const EVERY_MS = 3_600_000;
const FIRST_MS = 60_000;

/**
 * Notes each hour how the instance is, so that a day ends with its last state, and once a day what
 * was used. Instances take turns: who comes second finds it done.
 */
@Injectable()
export class InstanceInsightsJob {
  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'insights',
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      run: () => this.note(),
    });
  }

  /** Notes what is due. Never rejects. */
  run(): Promise<void> {
    return this.job.runNow();
  }

  private async note(): Promise<void> {
    await this.database.run(NOTE_STATE);
    // One statement for each day that is over, usually one.
    while ((await this.database.run(NOTE_USAGE)).length > 0);
    await this.database.run(FORGET_STATES);
    await this.database.run(FORGET_USAGE);
    await this.database.run(FORGET_DAYS);
  }
}

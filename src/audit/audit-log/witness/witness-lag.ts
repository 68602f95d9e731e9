import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { READ_LAG } from './witness.sql.js';

const EVERY_MS = 15_000;

/** Knows how late each witness is, for operators. */
@Injectable()
export class WitnessLag {
  /** In seconds, by name of the witness. */
  seconds: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'witness-lag', everyMs: EVERY_MS, run: () => this.measure() });
  }

  async measure(): Promise<void> {
    const rows = await this.database.run(READ_LAG, [], 'background');
    this.seconds = new Map(rows.map(({ name, seconds }) => [name, seconds]));
  }
}

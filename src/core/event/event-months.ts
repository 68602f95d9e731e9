import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { isLockTimeout } from '../../platform/database/postgres-errors.js';
import { ADD_MONTHS } from './event-retention.sql.js';

const EVERY_MS = 3_600_000;
/** Soon after the start, for a service that was stopped for months. */
const FIRST_MS = 10_000;
/** Pause after the lock was not available at once. */
const RETRY_MS = 20_000;
/** Number of months for which partitions are created in advance. */
const AHEAD = 2;

/**
 * Creates the monthly partitions of events in advance. Without a partition, events go to the
 * default partition and are moved later, so none is lost.
 */
@Injectable()
export class EventMonths {
  private readonly log = new Logger(EventMonths.name);

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'event-months',
      everyMs: EVERY_MS,
      firstMs: FIRST_MS,
      run: () => this.addMonths(),
    });
  }

  /** @returns The pause before the next attempt when the lock was not available. */
  async addMonths(): Promise<number | void> {
    try {
      const [row] = await this.database.run(ADD_MONTHS, [AHEAD], 'background');
      if (row!.added > 0) this.log.log(`Created ${row!.added} partitions of the event history.`);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return RETRY_MS;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';
import { DELETE_UNSENT } from './change-request-write.sql.js';

const CLEAN_UP_MS = 3_600_000;
/** How long cancelled drafts are kept. */
const KEPT_HOURS = 90 * 24;
const PIECE = 500;

/**
 * Deletes change requests that were never sent to review, so that only their authors could see
 * them: those of deleted users, which would count as open for ever, and those cancelled long ago.
 */
@Injectable()
export class ChangeRequestRetention {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'change-request-retention',
      everyMs: CLEAN_UP_MS,
      run: () => this.cleanUp(),
    });
  }

  async cleanUp(): Promise<void> {
    let deleted: number;
    do deleted = (await this.database.run(DELETE_UNSENT, [KEPT_HOURS, PIECE])).length;
    while (deleted === PIECE);
  }
}

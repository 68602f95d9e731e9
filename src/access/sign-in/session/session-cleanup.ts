import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { REMOVE_CHALLENGES, REMOVE_PENDING, REMOVE_SESSIONS } from './session-cleanup.sql.js';

const EVERY_MS = 3_600_000;

/** Deletes expired sessions, pending sign-ins and challenges once an hour. */
@Injectable()
export class SessionCleanup {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'session-cleanup', everyMs: EVERY_MS, run: () => this.removeExpired() });
  }

  async removeExpired(): Promise<void> {
    for (const statement of [REMOVE_SESSIONS, REMOVE_PENDING, REMOVE_CHALLENGES])
      await this.database.run(statement);
  }
}

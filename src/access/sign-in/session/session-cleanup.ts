import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { REMOVE_EXPIRED_TOKENS } from '../../people/federated-credential/federated-credential.sql.js';
import { REMOVE_CHALLENGES, REMOVE_PENDING, REMOVE_SESSIONS } from './sessions.sql.js';

const EVERY_MS = 3_600_000;
const STATEMENTS = [REMOVE_SESSIONS, REMOVE_PENDING, REMOVE_CHALLENGES, REMOVE_EXPIRED_TOKENS];

/** Deletes expired sessions, pending sign-ins, challenges and exchanged tokens once an hour. */
@Injectable()
export class SessionCleanup {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'session-cleanup', everyMs: EVERY_MS, run: () => this.removeExpired() });
  }

  async removeExpired(): Promise<void> {
    for (const statement of STATEMENTS) await this.database.run(statement);
  }
}

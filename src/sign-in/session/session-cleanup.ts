import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { IS_IN_USE } from '../../auth/session/security-settings.js';

const EVERY_MS = 3_600_000;
const REMOVE = [
  {
    name: 'session-cleanup',
    text: `DELETE FROM session s WHERE s.expires_at <= now() OR NOT ${IS_IN_USE}`,
  },
  {
    name: 'pending-sign-in-cleanup',
    text: 'DELETE FROM pending_sign_in WHERE expires_at <= now()',
  },
  {
    name: 'passkey-challenge-cleanup',
    text: 'DELETE FROM passkey_challenge WHERE expires_at <= now()',
  },
];

/**
 * Removes sessions, and sign-ins and challenges on the way to them, that have expired, once an
 * hour: they let nobody in any more, they only take room.
 */
@Injectable()
export class SessionCleanup {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'session-cleanup', everyMs: EVERY_MS, run: () => this.removeExpired() });
  }

  async removeExpired(): Promise<void> {
    for (const statement of REMOVE) await this.database.run(statement);
  }
}

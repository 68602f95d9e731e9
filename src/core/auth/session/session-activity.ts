import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { WRITE } from './session-lookup.sql.js';

/** Minimum age of the stored time before it is written again. */
const STALE_MS = 60_000;
const EVERY_MS = 15_000;
/** Upper bound on sessions that wait to be written. */
const MAX_WAITING = 10_000;

/**
 * Writes when sessions were last used: at most once a minute per session, in one statement for all,
 * without delaying requests.
 */
@Injectable()
export class SessionActivity {
  private waiting = new Map<string, Date>();

  private readonly job: BackgroundJob;

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'session-activity',
      everyMs: EVERY_MS,
      run: () => this.writeAll(),
      lastRound: true,
    });
  }

  /** Registers the use of a session; `seenAt` is the stored time. */
  note(id: string, seenAt: Date): void {
    const now = new Date();
    if (now.getTime() - seenAt.getTime() < STALE_MS) return;
    if (this.waiting.size < MAX_WAITING || this.waiting.has(id)) this.waiting.set(id, now);
  }

  /** Writes everything registered before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /**
   * Writes the registered uses. Failed writes are not retried: a session in use is registered
   * again.
   */
  private async writeAll(): Promise<void> {
    const seen = this.waiting;
    if (seen.size === 0) return;
    this.waiting = new Map();
    await this.database.run(WRITE, [[...seen.keys()], [...seen.values()]]);
  }
}

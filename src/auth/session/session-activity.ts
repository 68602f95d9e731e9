import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { BackgroundJob } from '../../database/jobs/background-job.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';

/** How old what is written down of a session may get before it is written anew. */
const STALE_MS = 60_000;
const EVERY_MS = 15_000;
/** Bounds the memory that the sessions take that wait to be written down. */
const MAX_WAITING = 10_000;

/**
 * A session that somebody changes at this moment is left out rather than waited for: whoever is in
 * use is seen again.
 */
const WRITE = {
  name: 'session-seen',
  text: /* sql */ `
    WITH seen AS (
      SELECT s.id, v.at FROM unnest($1::uuid[], $2::timestamptz[]) AS v(id, at) JOIN session s ON s.id = v.id
         FOR NO KEY UPDATE OF s SKIP LOCKED)
    UPDATE session s SET seen_at = seen.at FROM seen WHERE s.id = seen.id AND s.seen_at < seen.at`,
};

/**
 * Writes down when sessions were used: each at most once a minute, all in one statement, and no
 * request waits for it.
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

  /** Notes that a session is used now, of which `seenAt` is written down so far. */
  note(id: string, seenAt: Date): void {
    const now = new Date();
    if (now.getTime() - seenAt.getTime() < STALE_MS) return;
    if (this.waiting.size < MAX_WAITING || this.waiting.has(id)) this.waiting.set(id, now);
  }

  /** Writes all that was noted before the call. Never rejects. */
  write(): Promise<void> {
    return this.job.runNow();
  }

  /** Writes what was noted. What fails is not kept: a session in use is noted again. */
  private async writeAll(): Promise<void> {
    const seen = this.waiting;
    if (seen.size === 0) return;
    this.waiting = new Map();
    await this.database.run(WRITE, [[...seen.keys()], [...seen.values()]]);
  }
}

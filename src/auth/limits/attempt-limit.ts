import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { TooManyRequestsError } from './limits.errors.js';
import { networkOf } from './network.js';

const WINDOW_SECONDS = 60;
const FORGET_EVERY_MS = 10 * 60_000;
/** Bounds the memory that the addresses take that are over their limit. */
const MAX_REMEMBERED = 10_000;

/** One more attempt, in the window that is open or else in a new one. */
const COUNT = {
  name: 'attempt-count',
  text: /* sql */ `
    INSERT INTO attempt AS a (key) VALUES ($1)
    ON CONFLICT ON CONSTRAINT attempt_pkey DO UPDATE SET
      attempts = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.attempts + 1 ELSE 1 END,
      since = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.since ELSE now() END
    RETURNING attempts, extract(epoch FROM since - now())::float8 + $2 AS reset`,
};

const TAKE_BACK = {
  name: 'attempt-take-back',
  text: 'UPDATE attempt SET attempts = attempts - 1 WHERE key = $1 AND attempts > 0',
};

const SO_FAR = {
  name: 'attempt-so-far',
  text: /* sql */ `
    SELECT a.key, a.attempts FROM unnest($1::text[], $2::int[]) AS asked (key, seconds)
      JOIN attempt a ON a.key = asked.key AND a.since > now() - make_interval(secs => asked.seconds)`,
};

const CLEAR = { name: 'attempt-clear', text: 'DELETE FROM attempt WHERE key = $1' };

const FORGET = {
  name: 'attempt-forget',
  text: "DELETE FROM attempt WHERE since < now() - interval '1 hour' AND (key NOT LIKE 'known %' OR since < now() - interval '720 hours')",
};

/** Counts attempts, in PostgreSQL, so that all instances together let no more through than one. */
@Injectable()
export class AttemptLimit {
  /**
   * Until when a key is known to be over its limit, in milliseconds of the epoch: a flood is turned
   * away without asking PostgreSQL.
   */
  private readonly full = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'attempt-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET)),
    });
  }

  /**
   * Lets so many attempts of a kind through in a minute from one address, right ones and wrong ones
   * alike. @throws TooManyRequestsError
   */
  async require(kind: string, address: string, perMinute: number): Promise<void> {
    await this.requireFor(`${kind} ${networkOf(address)}`, perMinute);
  }

  /**
   * Lets so many attempts through in a minute that count under the same key. @throws
   * TooManyRequestsError
   */
  async requireFor(key: string, perMinute: number): Promise<void> {
    const until = this.full.get(key) ?? 0;
    if (until > Date.now())
      throw new TooManyRequestsError(perMinute, WINDOW_SECONDS, (until - Date.now()) / 1000);
    this.full.delete(key);
    const { attempts, reset } = await this.count(key, WINDOW_SECONDS);
    if (attempts <= perMinute) return;
    this.full.set(key, Date.now() + reset * 1000);
    throw new TooManyRequestsError(perMinute, WINDOW_SECONDS, reset);
  }

  /** Takes back an attempt that {@link require} has counted. */
  async takeBack(kind: string, address: string): Promise<void> {
    await this.database.run(TAKE_BACK, [`${kind} ${networkOf(address)}`]);
  }

  /**
   * Counts one more. @returns How many there were in this window, and in how many seconds it ends.
   */
  async count(key: string, windowSeconds: number): Promise<{ attempts: number; reset: number }> {
    const [row] = await this.database.run<{ attempts: number; reset: number }>(COUNT, [
      key,
      windowSeconds,
    ]);
    return row!;
  }

  /**
   * How many there were of each key, in the window of so many seconds that is still open; keys
   * without any are left out.
   */
  async soFar(windows: Readonly<Record<string, number>>): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.run<{ key: string; attempts: number }>(SO_FAR, [
      Object.keys(windows),
      Object.values(windows),
    ]);
    return new Map(rows.map(({ key, attempts }) => [key, attempts]));
  }

  async clear(key: string): Promise<void> {
    await this.database.run(CLEAR, [key]);
  }
}

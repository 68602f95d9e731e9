import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { RequestTransaction } from '../../../platform/database/request-transaction.js';
import { ShortStatements } from '../../../platform/database/short-statements.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { TooManyRequestsError } from './limits.errors.js';
import { networkOf } from './caller-key.js';
import { recentlyUsed } from '../../../platform/memory/recently-used.js';
import { statement } from '../../../platform/database/statement.js';

/** Counts one attempt in the current window, or starts a new window. */
const COUNT = statement<[key: string, windowSeconds: number], { attempts: number; reset: number }>(
  'attempt-limit.count',
  /* sql */ `
    INSERT INTO attempt AS a (key) VALUES ($1)
    ON CONFLICT ON CONSTRAINT attempt_pkey DO UPDATE SET
      attempts = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.attempts + 1
        ELSE 1 END,
      since = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.since ELSE now() END
    RETURNING attempts, extract(epoch FROM since - now())::float8 + $2 AS reset`,
);

const TAKE_BACK = statement<[key: string]>(
  'attempt-limit.take-back',
  'UPDATE attempt SET attempts = attempts - 1 WHERE key = $1 AND attempts > 0',
);

const SO_FAR = statement<
  [keys: readonly string[], windowSeconds: readonly number[]],
  { key: string; attempts: number }
>(
  'attempt-limit.so-far',
  /* sql */ `
    SELECT a.key, a.attempts FROM unnest($1::text[], $2::int[]) AS asked (key, seconds)
      JOIN attempt a ON a.key = asked.key
        AND a.since > now() - make_interval(secs => asked.seconds)`,
);

const CLEAR = statement<[key: string]>('attempt-limit.clear', 'DELETE FROM attempt WHERE key = $1');

const FORGET = statement<[]>(
  'attempt-limit.forget',
  /* sql */ `
    DELETE FROM attempt WHERE since < now() - interval '1 hour'
      AND (key NOT LIKE 'known %' OR since < now() - interval '720 hours')`,
);

const WINDOW_SECONDS = 60;
const FORGET_EVERY_MS = 10 * 60_000;
/** Upper bound on cached addresses that exceed their limit. */
const MAX_REMEMBERED = 10_000;

/** Counts attempts in PostgreSQL, so that the limits apply to all instances together. */
@Injectable()
export class AttemptLimit {
  /**
   * Until when a key exceeds its limit, in epoch milliseconds, so that a flood is refused without
   * asking PostgreSQL.
   */
  private readonly full = recentlyUsed<number>(MAX_REMEMBERED);

  constructor(
    private readonly database: Database,
    private readonly short: ShortStatements,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'attempt-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET)),
    });
  }

  /**
   * Counts an attempt of an address, successful or not.
   * @throws TooManyRequestsError when the address exceeds `perMinute`.
   */
  async require(kind: string, address: string, perMinute: number): Promise<void> {
    await this.requireFor(`${kind} ${networkOf(address)}`, perMinute);
  }

  /**
   * Counts an attempt under a key.
   * @throws TooManyRequestsError when the key exceeds `perMinute`.
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

  /** Undoes an attempt that {@link require} has counted. */
  async takeBack(kind: string, address: string): Promise<void> {
    const key = `${kind} ${networkOf(address)}`;
    await RequestTransaction.outside(() => this.database.run(TAKE_BACK, [key]));
  }

  /**
   * Counts an attempt.
   * @returns The number of attempts in this window, and the seconds until it ends.
   */
  async count(key: string, windowSeconds: number): Promise<{ attempts: number; reset: number }> {
    const call = { statement: COUNT, values: [key, windowSeconds] } as const;
    const isWithin = RequestTransaction.current !== undefined;
    const [row] = await RequestTransaction.outside(() => {
      // A request must not wait for another connection while it holds one.
      const sent = isWithin ? this.short.trySend({ call, requests: [] }, []) : undefined;
      return sent?.first ?? this.database.run(COUNT, call.values);
    });
    return row!;
  }

  /** The number of attempts per key in its current window; keys without attempts are omitted. */
  async soFar(windows: Readonly<Record<string, number>>): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.run(SO_FAR, [Object.keys(windows), Object.values(windows)]);
    return new Map(rows.map(({ key, attempts }) => [key, attempts]));
  }

  /** Resets the attempts of a key. */
  async clear(key: string): Promise<void> {
    await RequestTransaction.outside(() => this.database.run(CLEAR, [key]));
  }
}

import { meaningOf } from '../../platform/database/postgres-errors.js';
import { DatabaseUnavailableError } from '../../platform/database/database.errors.js';
import { withTimeout } from '../../platform/database/with-timeout.js';
import type { Caller } from './caller/caller.js';
import { recentlyUsed } from '../../platform/memory/recently-used.js';

/** How long a token works without confirmation by PostgreSQL. */
const TRUSTED_MS = 24 * 3_600_000;
/** How long to wait for PostgreSQL when a cached caller exists. */
const TIMEOUT_MS = 1_000;
/** Pause between checks whether PostgreSQL is back. */
const PAUSE_MS = 1_000;
/** Upper bound on cached callers. */
const MAX_CALLERS = 10_000;

interface Known {
  caller: Caller;
  until: number;
}

/**
 * Caches callers for requests that must be served while PostgreSQL is away. A token that was
 * revoked during an outage works here until PostgreSQL is back, for at most a day.
 */
export class StaleCallerCache {
  private readonly known = recentlyUsed<Known>(MAX_CALLERS);
  private isAway = false;
  private nextProbe = 0;

  /** Records that a secret was valid just now. */
  note(secret: string, caller: Caller, expiresAt: Date | null): void {
    this.known.set(secret, {
      caller,
      until: Math.min(Date.now() + TRUSTED_MS, expiresAt?.getTime() ?? Infinity),
    });
  }

  /** Whether a secret was valid when it was last used. */
  has(secret: string): boolean {
    return this.find(secret) !== undefined;
  }

  /**
   * Removes a secret that is no longer valid.
   * @returns undefined, as the lookup result.
   */
  drop(secret: string): undefined {
    this.known.delete(secret);
  }

  /** Removes all callers. */
  clear(): void {
    this.known.clear();
  }

  /**
   * Returns the result of a lookup, or the cached caller when PostgreSQL cannot be reached.
   * @throws DatabaseUnavailableError, or any error of `lookup`, when none is cached.
   */
  async orElse(
    secret: string,
    lookup: () => Promise<Caller | undefined>,
  ): Promise<Caller | undefined> {
    if (!this.find(secret)) return lookup();
    if (this.isAway) {
      this.probe(lookup);
      return this.find(secret);
    }
    try {
      return await withTimeout(TIMEOUT_MS, lookup());
    } catch (error) {
      if (
        !(meaningOf(error) instanceof DatabaseUnavailableError) &&
        !(error instanceof DatabaseUnavailableError)
      )
        throw error;
      this.isAway = true;
      const known = this.find(secret);
      if (!known) throw error;
      return known;
    }
  }

  private find(secret: string): Caller | undefined {
    const known = this.known.get(secret);
    return known && known.until > Date.now() ? known.caller : undefined;
  }

  /** Checks from time to time, in the background, whether PostgreSQL is back. */
  private probe(lookup: () => Promise<unknown>): void {
    if (Date.now() < this.nextProbe) return;
    this.nextProbe = Date.now() + PAUSE_MS;
    lookup().then(
      () => (this.isAway = false),
      () => undefined,
    );
  }
}

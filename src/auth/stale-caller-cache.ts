import { LRUCache } from 'lru-cache';
import { meaningOf } from '../database/postgres-errors.js';
import { DatabaseUnavailableError } from '../database/database.errors.js';
import { withTimeout } from '../database/with-timeout.js';
import type { Caller } from './caller/caller.js';

/** For how long a token works without PostgreSQL having confirmed it. */
const TRUSTED_MS = 24 * 3_600_000;
/** How long to wait for PostgreSQL when there is another answer. */
const PATIENCE_MS = 1_000;
/** Between two attempts to find out whether it is back. */
const PAUSE_MS = 1_000;
/** Bounds the memory, however many callers there are. */
const MOST = 10_000;

interface Known {
  caller: Caller;
  until: number;
}

/**
 * Callers as PostgreSQL has told of them last, for those who must go on being served while it is
 * away. A token that was revoked while this instance could not hear of it works on here until
 * PostgreSQL is back, or for a day.
 */
export class StaleCallerCache {
  private readonly known = new LRUCache<string, Known>({ max: MOST });
  private isAway = false;
  private nextProbe = 0;

  /** Remembers that a secret was good just now. */
  note(secret: string, caller: Caller, expiresAt: Date | null): void {
    this.known.set(secret, {
      caller,
      until: Math.min(Date.now() + TRUSTED_MS, expiresAt?.getTime() ?? Infinity),
    });
  }

  /** Whether a secret was good when it was used last. */
  has(secret: string): boolean {
    return this.find(secret) !== undefined;
  }

  /** Remembers that a secret is good for nobody any more: which is whom it belongs to. */
  drop(secret: string): undefined {
    this.known.delete(secret);
  }

  clear(): void {
    this.known.clear();
  }

  /**
   * What a lookup finds; where it cannot find out, what was known last. @throws
   * DatabaseUnavailableError, or what `lookup` throws, when nothing was.
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
      return await withTimeout(PATIENCE_MS, lookup());
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

  /** Finds out, now and then and while nobody waits for it, whether PostgreSQL is back. */
  private probe(lookup: () => Promise<unknown>): void {
    if (Date.now() < this.nextProbe) return;
    this.nextProbe = Date.now() + PAUSE_MS;
    lookup().then(
      () => (this.isAway = false),
      () => undefined,
    );
  }
}

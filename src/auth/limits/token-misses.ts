import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { TooManyRequestsError } from './limits.errors.js';
import { RateLimiter } from './rate-limiter.js';
import { networkOf } from './network.js';
import { SecretIndexCache } from './secret-index.js';

const MINUTE_SECONDS = 60;
/**
 * How long a secret counts as unknown without PostgreSQL being asked again: as long as one counts
 * as known.
 */
const UNKNOWN_MS = 900;
/** Upper bound on unknown secrets that are remembered. */
const MAX_UNKNOWN = 10_000;
/**
 * How many secrets that were never seen here are looked for at the same time, whoever sends them.
 */
const MAX_LOOKUPS = 16;
/**
 * How often the log tells of an address that tries unknown secrets, and of all addresses together.
 */
const LOG_RATE = { perSecond: 1 / MINUTE_SECONDS, burst: 1 };
const LOG_RATE_ALTOGETHER = { perSecond: 10 / MINUTE_SECONDS, burst: 10 };

/** What became of secrets that nobody has, since the start. */
export interface TokenMissCounts {
  /** Looked for in PostgreSQL, in vain. */
  unknown: number;
  /** Sent again within a second, and refused from memory. */
  repeated: number;
  /** Refused without a look, because too many came from the address or at the same time. */
  limited: number;
}

/** Too many unknown secrets came from an address: these were not looked for. */
export class TooManyTokenMisses extends TooManyRequestsError {
  constructor(
    perMinute: number,
    seconds: number,
    /** How many unknown ones the request came with. */
    readonly unknown: number,
  ) {
    super(
      perMinute,
      MINUTE_SECONDS,
      seconds,
      'Too many unknown tokens came from this address. Try again later.',
    );
  }
}

/**
 * Limits how many unknown secrets (tokens of every kind, and session cookies) an address may try,
 * before PostgreSQL is asked about them. Right secrets never count and are never refused: where the
 * limit is reached, an index of all existing ones, read every two seconds at most, tells them
 * apart.
 */
@Injectable()
export class TokenMisses {
  readonly counts: TokenMissCounts = { unknown: 0, repeated: 0, limited: 0 };
  private readonly log = new Logger(TokenMisses.name);
  private readonly perMinute: number;
  private readonly addresses: RateLimiter;
  private readonly logged = new RateLimiter(LOG_RATE);
  private readonly loggedAltogether = new RateLimiter(LOG_RATE_ALTOGETHER);
  /** Until when hashes count as unknown, in milliseconds of the epoch. */
  private readonly unknown = new Map<string, number>();
  private lookups = 0;

  constructor(
    private readonly index: SecretIndexCache,
    @Inject(CONFIG) { limits }: Config,
  ) {
    this.perMinute = limits.tokenMissesPerMinute;
    this.addresses = new RateLimiter({
      perSecond: this.perMinute / MINUTE_SECONDS,
      burst: this.perMinute,
    });
  }

  /**
   * Looks for secrets that were not seen lately, of which those that are found cost nothing. `find`
   * answers the hashes that exist, in hexadecimal digits.
   * @throws TooManyTokenMisses when too many unknown ones came from the address, and some of these
   * are unknown too.
   */
  async lookFor<T>(
    hashes: readonly Buffer[],
    address: string | undefined,
    find: (hashes: Buffer[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const fresh = hashes.filter((hash) => !this.isKnownMiss(hash));
    this.counts.repeated += hashes.length - fresh.length;
    if (fresh.length === 0) return new Map();
    const network = networkOf(address ?? '');
    const charged = await this.admit(fresh, network);
    this.lookups++;
    let found: ReadonlyMap<string, T>;
    try {
      found = await find(fresh);
    } catch (error) {
      this.addresses.refund(network, charged); // nobody knows whether they are right
      throw error;
    } finally {
      this.lookups--;
    }
    const missed = fresh.filter((hash) => !found.has(hash.toString('hex')));
    this.addresses.refund(network, Math.max(0, charged - missed.length));
    this.remember(missed);
    return found;
  }

  /** Something was created, or is good again. */
  invalidate(): void {
    this.unknown.clear();
    this.index.invalidate();
  }

  private isKnownMiss(hash: Buffer): boolean {
    if (this.unknown.size === 0) return false;
    return (this.unknown.get(hash.toString('hex')) ?? 0) > Date.now();
  }

  /** @returns How many units the address was charged. @throws TooManyTokenMisses */
  private async admit(hashes: readonly Buffer[], network: string): Promise<number> {
    const isBusy = this.lookups >= MAX_LOOKUPS;
    if (!isBusy && this.addresses.take(network, hashes.length) === 0) return hashes.length;
    const index = await this.index.current();
    const unknown = hashes.filter((hash) => !index.mayHold(hash)).length;
    if (unknown === 0) return 0;
    const seconds = isBusy ? 1 : this.addresses.take(network, unknown);
    if (seconds === 0) return unknown;
    this.counts.limited += unknown;
    this.tell(network);
    throw new TooManyTokenMisses(this.perMinute, seconds, unknown);
  }

  private remember(missed: readonly Buffer[]): void {
    if (missed.length === 0) return;
    this.counts.unknown += missed.length;
    if (this.unknown.size + missed.length > MAX_UNKNOWN) this.unknown.clear();
    const until = Date.now() + UNKNOWN_MS;
    for (const hash of missed) this.unknown.set(hash.toString('hex'), until);
  }

  private tell(network: string): void {
    if (this.logged.take(network, 1) > 0 || this.loggedAltogether.take('all', 1) > 0) return;
    this.log.warn(
      { network, limit: this.perMinute },
      'Unknown tokens come from this address: somebody guesses, or uses tokens that were revoked.',
    );
  }
}

import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { TooManyRequestsError } from './limits.errors.js';
import { RateLimiter } from './rate-limiter.js';
import { networkOf } from './caller-key.js';
import { SecretIndexCache } from './secret-index.js';

const MINUTE_SECONDS = 60;
/** How long an unknown secret is cached; as long as a known one. */
const UNKNOWN_MS = 900;
/** Upper bound on cached unknown secrets. */
const MAX_UNKNOWN = 10_000;
/** Maximum concurrent lookups of new secrets, over all addresses. */
const MAX_LOOKUPS = 16;
/** How often the log mentions an address that tries unknown secrets, and all addresses together. */
const LOG_RATE = { perSecond: 1 / MINUTE_SECONDS, burst: 1 };
const LOG_RATE_ALTOGETHER = { perSecond: 10 / MINUTE_SECONDS, burst: 10 };

/** Number of unknown secrets since the start, by outcome. */
interface TokenMissCounts {
  /** Looked up in PostgreSQL without success. */
  unknown: number;
  /** Sent again within a second and refused from the cache. */
  repeated: number;
  /** Refused without a lookup because of a limit. */
  limited: number;
}

/** What a secret is for. */
type SecretKind = 'caller' | 'directory' | 'emergency-link' | 'signal';

/** The address sent too many unknown secrets; these were not looked up. */
export class TooManyTokenMisses extends TooManyRequestsError {
  constructor(
    perMinute: number,
    seconds: number,
    /** Number of unknown secrets in the request. */
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
 * Limits how many unknown secrets (tokens and session cookies) an address may try before PostgreSQL
 * is asked. Valid secrets never count and are never refused: once the limit is reached, an index of
 * all existing secrets tells them apart.
 */
@Injectable()
export class TokenMisses {
  readonly counts: TokenMissCounts = { unknown: 0, repeated: 0, limited: 0 };
  private readonly log = new Logger(TokenMisses.name);
  private readonly perMinute: number;
  private readonly addresses: RateLimiter;
  private readonly logged = new RateLimiter(LOG_RATE);
  private readonly loggedAltogether = new RateLimiter(LOG_RATE_ALTOGETHER);
  /** Until when secrets are cached as unknown, in epoch milliseconds. */
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
   * Looks up secrets; valid ones are free. `find` returns the existing hashes in hexadecimal.
   * @param kind What they are for: one that is unknown as a token may be that of a signal.
   * @throws TooManyTokenMisses when the address tried too many unknown secrets and some of these
   * are unknown too.
   */
  async lookFor<T>(
    kind: SecretKind,
    hashes: readonly Buffer[],
    address: string | undefined,
    find: (hashes: Buffer[]) => Promise<ReadonlyMap<string, T>>,
  ): Promise<ReadonlyMap<string, T>> {
    const fresh = hashes.filter((hash) => !this.isKnownMiss(kind, hash));
    this.counts.repeated += hashes.length - fresh.length;
    if (fresh.length === 0) return new Map();
    const network = networkOf(address ?? '');
    const charged = await this.admit(fresh, network);
    this.lookups++;
    let found: ReadonlyMap<string, T>;
    try {
      found = await find(fresh);
    } catch (error) {
      // The lookup failed, so it is not known whether they are valid.
      this.addresses.refund(network, charged);
      throw error;
    } finally {
      this.lookups--;
    }
    const missed = fresh.filter((hash) => !found.has(hash.toString('hex')));
    this.addresses.refund(network, Math.max(0, charged - missed.length));
    this.remember(kind, missed);
    return found;
  }

  /** Clears the cache after a secret was created or restored. */
  invalidate(): void {
    this.unknown.clear();
    this.index.invalidate();
  }

  private isKnownMiss(kind: SecretKind, hash: Buffer): boolean {
    if (this.unknown.size === 0) return false;
    return (this.unknown.get(keyOf(kind, hash)) ?? 0) > Date.now();
  }

  /**
   * @returns The units charged to the address.
   * @throws TooManyTokenMisses when its limit is reached.
   */
  private async admit(hashes: readonly Buffer[], network: string): Promise<number> {
    const isBusy = this.lookups >= MAX_LOOKUPS;
    if (!isBusy && this.addresses.take(network, hashes.length) === 0) return hashes.length;
    const index = await this.index.current();
    const unknown = hashes.filter((hash) => !index.mayHold(hash)).length;
    if (unknown === 0) return 0;
    const seconds = isBusy ? 1 : this.addresses.take(network, unknown);
    if (seconds === 0) return unknown;
    this.counts.limited += unknown;
    this.logMisses(network);
    throw new TooManyTokenMisses(this.perMinute, seconds, unknown);
  }

  private remember(kind: SecretKind, missed: readonly Buffer[]): void {
    if (missed.length === 0) return;
    this.counts.unknown += missed.length;
    if (this.unknown.size + missed.length > MAX_UNKNOWN) this.unknown.clear();
    const until = Date.now() + UNKNOWN_MS;
    for (const hash of missed) this.unknown.set(keyOf(kind, hash), until);
  }

  private logMisses(network: string): void {
    if (this.logged.take(network, 1) > 0 || this.loggedAltogether.take('all', 1) > 0) return;
    this.log.warn(
      { network, limit: this.perMinute },
      'Unknown tokens come from this address: somebody is guessing, or uses revoked tokens.',
    );
  }
}

const keyOf = (kind: SecretKind, hash: Buffer): string => kind + hash.toString('hex');

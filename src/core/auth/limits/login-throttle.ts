import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { TooManyRequestsError } from './limits.errors.js';
import { hashOf } from '../caller/secret-hash.js';
import { RateLimiter } from './rate-limiter.js';
import { AttemptLimit } from './attempt-limit.js';
import { networkOf } from './caller-key.js';

const MINUTE_SECONDS = 60;
/** How long failed logins count against an address and account. */
const WINDOW_SECONDS = 15 * 60;
/** Number of failures without any delay. */
const FREE = 10;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/**
 * Failures per minute of an address or an account, as a multiple of the limit of a pair, beyond
 * which unknown callers are slowed down.
 */
const FAILURE_FACTOR = 10;
/** Rate for unknown callers in that case. */
const STRANGERS = { perSecond: 2, burst: 2 };
const STRANGER_PAUSE_MS = 500;
const STRANGER_TRIES = 10;
const MAX_WAITING_STRANGERS = 20;
/** Upper bound on waiting logins in total. */
const MAX_WAITING = 500;

/** Keys of the counters of a login attempt. */
interface Counters {
  /** All attempts of this address on this account. */
  attempts: string;
  /** Failures of this address on this account. */
  failures: string;
  /** Failures of this address on any account. */
  ofAddress: string;
  /** Failures on this account from any address. */
  ofAccount: string;
  /** Marks that the account has signed in from this address before. */
  known: string;
}

/**
 * Slows down password guessing without locking out legitimate users. Attempts are limited per
 * address and account. When an address fails on many accounts, or an account is attacked from many
 * addresses, unknown callers are limited to a few attempts per second, while users who have signed
 * in from the address before are not slowed down.
 */
@Injectable()
export class LoginThrottle {
  private readonly log = new Logger(LoginThrottle.name);
  private readonly strangers = new RateLimiter(STRANGERS);
  private readonly waiting = new Map<string, number>();
  private allWaiting = 0;

  constructor(
    private readonly attempts: AttemptLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Admits a login before its password is checked.
   * @throws TooManyRequestsError when the address makes too many attempts, or too many fail.
   */
  async admit(address: string, username: string): Promise<void> {
    const { attempts, failures, ofAddress, ofAccount, known } = countersOf(address, username);
    const { loginsPerMinute } = this.config.limits;
    const most = loginsPerMinute * FAILURE_FACTOR;
    const soFar = await this.attempts.soFar({
      [failures]: WINDOW_SECONDS,
      [ofAddress]: MINUTE_SECONDS,
      [ofAccount]: MINUTE_SECONDS,
      [known]: KNOWN_SECONDS,
    });
    const busy = [ofAddress, ofAccount].filter((key) => (soFar.get(key) ?? 0) >= most);
    if (!soFar.has(known)) for (const key of busy) await this.takeTurn(key, most);
    // Afterwards, because each counter is a row, and anybody can invent names of accounts.
    await this.attempts.requireFor(attempts, loginsPerMinute);
    const delay = delayAfter(soFar.get(failures) ?? 0);
    if (delay > 0) await sleep(delay, undefined, { ref: false });
  }

  /**
   * Admits a sign-in that names no account yet. An address beyond its limit is slowed down instead
   * of refused, because others may share it.
   * @returns Undoes the attempt.
   * @throws TooManyRequestsError when the queue is full.
   */
  async admitUnnamed(kind: string, address: string): Promise<() => Promise<void>> {
    const key = `${kind} ${networkOf(address)}`;
    const { loginsPerMinute } = this.config.limits;
    const { attempts } = await this.attempts.count(key, MINUTE_SECONDS);
    if (attempts > loginsPerMinute) await this.takeTurn(key, loginsPerMinute);
    return () => this.attempts.takeBack(kind, address);
  }

  /** Runs in the background, because it does not affect this attempt. */
  failed(address: string, username: string): void {
    const { failures, ofAddress, ofAccount } = countersOf(address, username);
    void this.note(async () => {
      await this.attempts.count(failures, WINDOW_SECONDS);
      await this.attempts.count(ofAddress, MINUTE_SECONDS);
      await this.attempts.count(ofAccount, MINUTE_SECONDS);
    });
  }

  /** Records a successful login: the address is known for the account from now on. */
  async succeeded(address: string, username: string): Promise<void> {
    const { failures, known } = countersOf(address, username);
    await this.note(async () => {
      await this.attempts.clear(failures);
      await this.attempts.count(known, 0);
    });
  }

  /**
   * Waits until another unknown caller may try.
   * @throws TooManyRequestsError when the queue is full or the wait takes too long.
   */
  private async takeTurn(key: string, limit: number): Promise<void> {
    if (this.strangers.take(key, 1) === 0) return;
    const others = this.waiting.get(key) ?? 0;
    if (others >= MAX_WAITING_STRANGERS || this.allWaiting >= MAX_WAITING)
      throw new TooManyRequestsError(limit, MINUTE_SECONDS, 1);
    this.waiting.set(key, others + 1);
    this.allWaiting++;
    try {
      for (let i = 0; i < STRANGER_TRIES; i++) {
        await sleep(STRANGER_PAUSE_MS, undefined, { ref: false });
        if (this.strangers.take(key, 1) === 0) return;
      }
    } finally {
      this.allWaiting--;
      const left = this.waiting.get(key)! - 1;
      if (left > 0) this.waiting.set(key, left);
      else this.waiting.delete(key);
    }
    throw new TooManyRequestsError(limit, MINUTE_SECONDS, 1);
  }

  private async note(write: () => Promise<unknown>): Promise<void> {
    await write().catch((error: unknown) =>
      this.log.warn({ err: error }, 'The result of a login could not be stored.'),
    );
  }
}

/** How long a sign-in from an address is remembered; see also `attempt-forget`. */
const KNOWN_SECONDS = 30 * 24 * 3600;

/** Delay in milliseconds, doubled with each failure. */
export function delayAfter(failures: number): number {
  return failures < FREE
    ? 0
    : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE, 16));
}

/**
 * Stores only a hash of the account name, because people also type their password into the wrong
 * field.
 */
function countersOf(address: string, username: string): Counters {
  const [network, account] = [networkOf(address), hashOf(username.toLowerCase()).toString('hex')];
  return {
    attempts: `login ${network} ${account}`,
    failures: `failed ${network} ${account}`,
    ofAddress: `failures of ${network}`,
    ofAccount: `failures on ${account}`,
    known: `known ${network} ${account}`,
  };
}

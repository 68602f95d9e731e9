import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { TooManyRequestsError } from './limits.errors.js';
import { hashOf } from '../caller/secret-hash.js';
import { RateLimiter } from './rate-limiter.js';
import { AttemptLimit } from './attempt-limit.js';
import { networkOf } from './network.js';

const MINUTE_SECONDS = 60;
/** How long failures are held against a pair of address and account. */
const WINDOW_SECONDS = 15 * 60;
/** So many failures cost nothing: people forget. */
const FREE = 10;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;

/**
 * How many times the limit of a pair an address, or an account, may fail in a minute before
 * strangers are slowed down.
 */
const FAILURE_FACTOR = 10;
/**
 * How fast strangers may go on where too much has failed, and how long and how many of them wait
 * for that.
 */
const STRANGERS = { perSecond: 2, burst: 2 };
const STRANGER_PAUSE_MS = 500;
const STRANGER_TRIES = 10;
const MAX_WAITING_STRANGERS = 20;
/** How many wait altogether, of whatever addresses and accounts. */
const MAX_WAITING = 500;

/** What is counted of an attempt. */
interface Counters {
  /** All attempts of the address on the account. */
  attempts: string;
  /** Failures of the address on the account. */
  failures: string;
  /** Failures of the address, on whatever account. */
  ofAddress: string;
  /** Failures on the account, from whatever address. */
  ofAccount: string;
  /** That the account has signed in from the address. */
  known: string;
}

/**
 * Slows down those who guess passwords, and keeps the right users out of it. Attempts, right and
 * wrong, are limited for each pair of address and account. Where an address fails on many accounts,
 * or an account is failed on from many addresses, a few attempts a second go on, and whoever has
 * signed in from the same address before is not slowed at all.
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
   * Comes before a password is looked at. @throws TooManyRequestsError when too many attempts come
   * from the address, or too many fail.
   */
  async admit(address: string, username: string): Promise<void> {
    const { attempts, failures, ofAddress, ofAccount, known } = countersOf(address, username);
    const { loginsPerMinute } = this.config.limits;
    await this.attempts.requireFor(attempts, loginsPerMinute);
    const most = loginsPerMinute * FAILURE_FACTOR;
    const soFar = await this.attempts.soFar({
      [failures]: WINDOW_SECONDS,
      [ofAddress]: MINUTE_SECONDS,
      [ofAccount]: MINUTE_SECONDS,
      [known]: KNOWN_SECONDS,
    });
    const busy = [ofAddress, ofAccount].filter((key) => (soFar.get(key) ?? 0) >= most);
    if (!soFar.has(known)) for (const key of busy) await this.takeTurn(key, most);
    const delay = delayAfter(soFar.get(failures) ?? 0);
    if (delay > 0) await sleep(delay, undefined, { ref: false });
  }

  /**
   * Comes before something is looked at that names no account yet, so that nobody is known by it.
   * An address that exceeds its limit is slowed down rather than refused: others may share it, who
   * would be kept out. @returns What takes the attempt back. @throws TooManyRequestsError when too
   * many wait already.
   */
  async admitUnnamed(kind: string, address: string): Promise<() => Promise<void>> {
    const key = `${kind} ${networkOf(address)}`;
    const { loginsPerMinute } = this.config.limits;
    const { attempts } = await this.attempts.count(key, MINUTE_SECONDS);
    if (attempts > loginsPerMinute) await this.takeTurn(key, loginsPerMinute);
    return () => this.attempts.takeBack(kind, address);
  }

  /** Not waited for, as it makes no difference to this attempt. */
  failed(address: string, username: string): void {
    const { failures, ofAddress, ofAccount } = countersOf(address, username);
    void this.note(async () => {
      await this.attempts.count(failures, WINDOW_SECONDS);
      await this.attempts.count(ofAddress, MINUTE_SECONDS);
      await this.attempts.count(ofAccount, MINUTE_SECONDS);
    });
  }

  async succeeded(address: string, username: string): Promise<void> {
    const { failures, known } = countersOf(address, username);
    await this.note(async () => {
      await this.attempts.clear(failures);
      await this.attempts.count(known, 0);
    });
  }

  /**
   * Waits until one more stranger may try. @throws TooManyRequestsError when too many wait, or it
   * takes too long.
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
      this.log.warn({ err: error }, 'The outcome of a login could not be noted.'),
    );
  }
}

/**
 * For how long it is remembered that somebody has signed in from an address; see also
 * `attempt-forget`.
 */
export const KNOWN_SECONDS = 30 * 24 * 3600;

/** In milliseconds: twice as long with each failure. */
export function delayAfter(failures: number): number {
  return failures < FREE
    ? 0
    : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE, 16));
}

/** Of the account no more than a hash, for people also type their password into the wrong field. */
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

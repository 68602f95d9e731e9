import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { hashOf } from '../caller-lookup.js';
import { AttemptLimit } from './attempt-limit.js';
import { networkOf } from './network.js';

/** How long failures are held against a pair of address and account. */
const WINDOW_SECONDS = 15 * 60;
/** So many failures cost nothing: people forget. */
const FREE = 10;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5000;

/**
 * Slows down those who guess passwords, and nobody else: what is counted is counted for the address it comes from, and failures for the pair of
 * address and account. No number of wrong passwords keeps the right user from signing in from somewhere else.
 */
@Injectable()
export class LoginThrottle {
  private readonly log = new Logger(LoginThrottle.name);

  constructor(
    private readonly attempts: AttemptLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Comes before a password is looked at. @throws TooManyRequestsError when too many attempts come from the address. */
  async admit(address: string, username: string): Promise<void> {
    await this.attempts.require('login', address, this.config.limits.loginsPerMinute);
    const delay = delayAfter(await this.attempts.soFar(pairOf(address, username), WINDOW_SECONDS));
    if (delay > 0) await sleep(delay, undefined, { ref: false });
  }

  /** Not waited for, as it makes no difference to this attempt. */
  failed(address: string, username: string): void {
    void this.note(this.attempts.count(pairOf(address, username), WINDOW_SECONDS));
  }

  async succeeded(address: string, username: string): Promise<void> {
    await this.note(this.attempts.clear(pairOf(address, username)));
  }

  private async note(written: Promise<unknown>): Promise<void> {
    await written.catch((error: unknown) => this.log.warn({ err: error }, 'The outcome of a login could not be noted.'));
  }
}

/** In milliseconds: twice as long with each failure. */
export function delayAfter(failures: number): number {
  return failures < FREE ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - FREE, 16));
}

/** Of the account no more than a hash, for people also type their password into the wrong field. */
function pairOf(address: string, username: string): string {
  return `failed ${networkOf(address)} ${hashOf(username.toLowerCase()).toString('hex')}`;
}

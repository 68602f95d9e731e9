import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { turnsOf } from '../../../platform/database/connection-gate.js';
import { RequestTransaction } from '../../../platform/database/request-transaction.js';
import type { Cost } from '../../../platform/http/endpoint-promise.js';
import { QuotaExceededError } from './limits.errors.js';
import { type Closable, closedSignal } from '../../../platform/http/closed-signal.js';
import { CallerShare, type ShareLimits } from '../../../platform/database/caller-share.js';
import { RateLimiter } from './rate-limiter.js';

/** What a request does with the turns of its caller. */
export interface Turn {
  /** Lets the next request of the caller begin. */
  end: () => void;
  /** Takes a further turn if none of the caller's requests waits for it. @returns Ends it. */
  another: () => (() => void) | undefined;
}

/**
 * Kinds of requests that do not wait for each other's turns. A `plainSwitch` has no transaction of
 * its own, and thus no connection while it waits.
 */
type TurnKind = 'read' | 'change' | 'switch' | 'plainSwitch';

/** Units per request. */
export const UNITS: Readonly<Record<Exclude<Cost, 'none' | 'sdk'>, number>> = {
  read: 1,
  write: 2,
  search: 10,
  heavy: 50,
};
/** Number of expensive requests that may wait per running one of a caller. */
const WAITING_FOR_EACH = 10;
/** Maximum wait of an expensive request in milliseconds. */
const MAX_WAIT_MS = 10_000;
/** How many requests of a caller may wait for their turn, and how long. */
const WAITING_TURNS = { most: 1_000, milliseconds: 30_000 };
/**
 * Plain switches of a caller at the same time: so few that the switch of another caller always fits
 * into the next statement of switches.
 */
const PLAIN_SWITCHES = 16;
/** Units that a caller can save up, in seconds of its rate. */
const BURST_SECONDS = 10;

/**
 * Quotas of one caller: units per second, and expensive requests at the same time. Each instance
 * counts separately. SDKs have a separate quota, because many share one token; switching features
 * has none.
 */
@Injectable()
export class RequestQuota {
  /** Number of refused requests since the start, by cost. */
  readonly refused: Record<Exclude<Cost, 'none'>, number> = {
    sdk: 0,
    read: 0,
    write: 0,
    search: 0,
    heavy: 0,
  };
  private readonly perSecond: number;
  private readonly requests: RateLimiter;
  private readonly sdks: RateLimiter;
  private readonly slots: CallerShare;
  private readonly turns: Readonly<Record<TurnKind, CallerShare>>;

  constructor(@Inject(CONFIG) { quotas, database }: Config) {
    this.perSecond = quotas.unitsPerSecond;
    this.requests = new RateLimiter({
      perSecond: quotas.unitsPerSecond,
      burst: quotas.unitsPerSecond * BURST_SECONDS,
    });
    this.sdks = new RateLimiter({
      perSecond: quotas.sdkPerSecond,
      burst: quotas.sdkPerSecond * BURST_SECONDS,
    });
    const { expensiveAtOnce } = quotas;
    const what = `run ${expensiveAtOnce} searches, imports, exports, bulk changes and evaluations`;
    this.slots = shareOf(what, expensiveAtOnce, {
      most: expensiveAtOnce * WAITING_FOR_EACH,
      milliseconds: MAX_WAIT_MS,
    });
    const atOnce = turnsOf(database);
    const turns = (what: string, most = atOnce): CallerShare =>
      shareOf(`make ${most} ${what}`, most, WAITING_TURNS);
    this.turns = {
      read: turns('reads'),
      change: turns('changes'),
      switch: turns('switches'),
      plainSwitch: turns('switches', PLAIN_SWITCHES),
    };
  }

  /**
   * Charges a request to a caller.
   * @throws QuotaExceededError when the quota is used up.
   */
  spend(key: string, cost: Exclude<Cost, 'none'>): void {
    const wait =
      cost === 'sdk'
        ? this.sdks.take(key, 1)
        : this.requests.take(key, Math.min(UNITS[cost], this.perSecond));
    if (wait === 0) return;
    this.refused[cost]++;
    throw new QuotaExceededError(cost === 'sdk' ? SDK_MESSAGE : this.message(), wait);
  }

  /** Charges a request of an SDK unless the quota is used up. @returns Whether it was charged. */
  spendForSdk(key: string): boolean {
    return this.sdks.take(key, 1) === 0;
  }

  /**
   * Waits for a slot for an expensive request.
   * @returns Releases the slot.
   * @throws QuotaExceededError when the queue is full or the wait takes too long.
   */
  async enter(key: string, cost: 'search' | 'heavy', waiter?: Closable): Promise<() => void> {
    try {
      return await this.slots.enterInTurn(key, waiter && closedSignal(waiter));
    } catch (error) {
      this.refused[cost]++;
      throw error;
    }
  }

  /**
   * Waits until a caller may send a further request of a kind, or disconnects.
   * @throws QuotaExceededError when too many wait, or the wait takes too long.
   */
  async takeTurn(key: string, kind: TurnKind, waiter?: Closable): Promise<Turn> {
    const turns = this.turns[kind];
    try {
      const leave =
        turns.tryEnter(key) ?? (await turns.enterInTurn(key, waiter && closedSignal(waiter)));
      return { end: leave, another: () => turns.tryEnter(key) };
    } catch (error) {
      this.refused[kind === 'read' ? 'read' : 'write']++;
      throw error;
    }
  }

  /**
   * Switches something when the caller has a turn, which it must not hold while it waits.
   * @param key The caller; absent for the service itself, which needs no turn.
   * @param work Gets the turn.
   */
  async whileSwitching<T>(
    kind: 'switch' | 'plainSwitch',
    key: string | undefined,
    work: (turn?: Turn) => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return work();
    const turn = await this.takeTurn(key, kind);
    try {
      return await work(turn);
    } finally {
      turn.end();
    }
  }

  /**
   * Makes an expensive change when the caller has a turn and a slot. A request that began its
   * transaction before has them already.
   */
  async whileChanging<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (RequestTransaction.current) return work();
    const turn = await this.takeTurn(key, 'change');
    try {
      const leaveSlot = await this.enter(key, 'heavy');
      return await work().finally(leaveSlot);
    } finally {
      turn.end();
    }
  }

  private message(): string {
    const costs =
      `a read costs ${UNITS.read}, a change ${UNITS.write}, a search ${UNITS.search}, an ` +
      `import, export, bulk change or evaluation ${UNITS.heavy}`;
    return (
      `This caller has used up its quota of ${this.perSecond} units a second (${costs}). Try ` +
      'again later.'
    );
  }
}

/** @param what What a caller may do at the same time; a refusal says it. */
function shareOf(
  what: string,
  perCaller: number,
  waiting: ShareLimits['waiting'] & {},
): CallerShare {
  const refusal = (): QuotaExceededError =>
    new QuotaExceededError(
      `A caller may ${what} at the same time, and too many are waiting. Try again later.`,
      1,
    );
  return new CallerShare({ perCaller, waiting }, refusal);
}

const SDK_MESSAGE = 'More requests came with this token than its quota allows. Try again later.';

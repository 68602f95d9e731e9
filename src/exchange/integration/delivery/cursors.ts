import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { DatabaseBusyError } from '../../../platform/database/database.errors.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { EventTally } from '../../../core/event/event-tally.js';
import { WebhookSender } from '../webhook/webhook-sender.js';
import {
  type HeldPlace,
  type Position,
  MOVE_ON,
  POSTPONE,
  SETTLE,
  type Survey,
  SURVEY,
  TAKE,
  type Taken,
} from '../cursor.sql.js';

/**
 * Added to the delivery timeout, so that a slow process still holds the reservation when it logs
 * the result.
 */
const HOLD_MARGIN_MS = 20_000;

/**
 * How many statements of all addons run at the same time. Addons are independent, so without this
 * limit many of them would take all connections after an event that all subscribe to.
 */
const AT_ONCE = 2;
/** Maximum number of waiting statements; higher than the maximum number of addons. */
const WAITING = 10_000;

/** The result of a delivery. */
export interface Settled {
  state: 'success' | 'failed';
  stateDetails: string;
  details: { attempts: number; status: number | null; events?: number };
}

/**
 * The positions of addons in the audit log. A process reserves an addon for a limited time instead
 * of keeping a transaction open, because an open transaction would keep later events from becoming
 * final.
 */
@Injectable()
export class Cursors {
  /** Identifies this process in reservations. */
  private readonly me = randomUUID();
  private readonly turns = new Semaphore(AT_ONCE, WAITING, () => new DatabaseBusyError());

  constructor(
    private readonly database: Database,
    private readonly sender: WebhookSender,
    private readonly tally: EventTally,
  ) {}

  async survey(): Promise<Survey> {
    const [row] = await this.database.run(SURVEY, [this.me]);
    return row!;
  }

  async settleRestored(): Promise<void> {
    await this.tally.settleRestored();
  }

  /** Reserves an addon; `undefined` when it is reserved, waiting, disabled or deleted. */
  async take(addonId: number): Promise<Taken | undefined> {
    const reservedMs = this.sender.timeoutMs + HOLD_MARGIN_MS;
    const rows = await this.turns.run(() =>
      this.database.run(TAKE, [addonId, this.me, reservedMs]),
    );
    const [row] = rows;
    if (!row) return undefined;
    const { attempts, provider, parameters, fromTransaction, fromEvent } = row;
    const { toTransaction, toEvent, highest } = row;
    const events = rows.flatMap(({ event, toTransaction, toEvent, highest }) =>
      event === null ? [] : [{ event, toTransaction, toEvent, highest }],
    );
    return {
      ...{ addonId, attempts, provider, parameters, fromTransaction, fromEvent, events },
      examined: { toTransaction, toEvent, highest },
    };
  }

  /** Records that there was nothing to deliver, and releases the addon. */
  async moveOn(taken: Taken): Promise<void> {
    const { toTransaction, toEvent, highest } = taken.examined;
    await this.turns.run(() =>
      this.database.run(MOVE_ON, [...this.place(taken), toTransaction, toEvent, highest]),
    );
  }

  /**
   * Logs the result, moves on to a position and releases the addon in one transaction. Does nothing
   * when the reservation was lost.
   */
  async settle(
    taken: Taken,
    { toTransaction, toEvent, highest }: Position,
    { state, stateDetails, details }: Settled,
  ): Promise<void> {
    await this.turns.run(() =>
      this.database.run(SETTLE, [
        ...this.place(taken),
        toTransaction,
        toEvent,
        highest,
        state,
        stateDetails,
        JSON.stringify(details),
      ]),
    );
  }

  /** Releases the addon until its events may be retried. */
  async postpone(taken: Taken, attempts: number, waitMs: number): Promise<void> {
    await this.turns.run(() =>
      this.database.run(POSTPONE, [...this.place(taken), attempts, waitMs]),
    );
  }

  private place({ addonId, fromTransaction, fromEvent }: Taken): HeldPlace {
    return [addonId, this.me, fromTransaction, fromEvent];
  }
}

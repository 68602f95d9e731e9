import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EventTally } from '../../event/event-tally.js';
import { WebhookSender } from '../webhook/webhook-sender.js';
import type { StoredParameters } from '../addon.entity.js';
import { MOVE_ON, POSTPONE, SETTLE, SURVEY, TAKE } from '../cursor.sql.js';

/**
 * Added to the delivery timeout, so that a slow process still holds the reservation when it logs
 * the result.
 */
const HOLD_MARGIN_MS = 20_000;

/** The work to do. */
export interface Survey {
  /** Whether the cursors must be repaired first, because the database was restored. */
  restored: boolean;
  /** Whether there are events that are not final yet because of a running transaction. */
  unsettled: boolean;
  /**
   * Enabled addons. `isPending`: there are unexamined events. `waitMs`: milliseconds until the next
   * attempt is due.
   */
  addons: { id: number; isPending: boolean; waitMs: number }[];
  /**
   * Age in seconds of the oldest event that an enabled addon has not examined; 0 when there is
   * none.
   */
  lagSeconds: number;
}

/**
 * An addon reserved by this process, and its next position. Ids are strings, because they exceed
 * exact numbers.
 */
export interface Taken {
  addonId: number;
  provider: string;
  parameters: StoredParameters;
  /** Number of failed attempts for `event`. */
  attempts: number;
  fromTransaction: string;
  fromEvent: string;
  toTransaction: string;
  toEvent: string;
  highest: string;
  /** The next subscribed event as JSON; null when there is none yet. */
  event: string | null;
}

/** The result of a delivery. */
export interface Settled {
  state: 'success' | 'failed';
  stateDetails: string;
  details: { attempts: number; status: number | null };
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

  constructor(
    private readonly database: Database,
    private readonly sender: WebhookSender,
    private readonly tally: EventTally,
  ) {}

  async survey(): Promise<Survey> {
    const [row] = await this.database.run<Survey & object>(SURVEY, [this.me]);
    return row!;
  }

  async settleRestored(): Promise<void> {
    await this.tally.settleRestored();
  }

  /** Reserves an addon; `undefined` when it is reserved, waiting, disabled or deleted. */
  async take(addonId: number): Promise<Taken | undefined> {
    const [row] = await this.database.run<Omit<Taken, 'addonId'>>(TAKE, [
      addonId,
      this.me,
      this.sender.patience + HOLD_MARGIN_MS,
    ]);
    return row && { addonId, ...row };
  }

  /** Records that there was nothing to deliver, and releases the addon. */
  async moveOn(taken: Taken): Promise<void> {
    await this.database.run(MOVE_ON, [
      ...this.place(taken),
      taken.toTransaction,
      taken.toEvent,
      taken.highest,
    ]);
  }

  /**
   * Logs the result, moves on and releases the addon in one transaction. Does nothing when the
   * reservation was lost.
   */
  async settle(taken: Taken, { state, stateDetails, details }: Settled): Promise<void> {
    await this.database.run(SETTLE, [
      ...this.place(taken),
      taken.toTransaction,
      taken.toEvent,
      state,
      stateDetails,
      JSON.stringify(details),
    ]);
  }

  /** Releases the addon until the event may be retried. */
  async postpone(taken: Taken, attempts: number, waitMs: number): Promise<void> {
    await this.database.run(POSTPONE, [...this.place(taken), attempts, waitMs]);
  }

  private place({ addonId, fromTransaction, fromEvent }: Taken): unknown[] {
    return [addonId, this.me, fromTransaction, fromEvent];
  }
}

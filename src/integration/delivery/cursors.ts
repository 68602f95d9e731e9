import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { EventTally } from '../../event/event-tally.js';
import { WebhookSender } from '../webhook/webhook-sender.js';
import type { StoredParameters } from '../addon.entity.js';
import { MOVE_ON, POSTPONE, SETTLE, SURVEY, TAKE } from '../cursor.sql.js';

/**
 * Longer than a delivery by this, so that whoever is slow to write down what became of one still
 * has the addon.
 */
const HOLD_MARGIN_MS = 20_000;

/** What there is to do. */
export interface Survey {
  /** Places in the log have to be settled first: the database was restored. */
  restored: boolean;
  /** There are events that a transaction which is still running may come before. */
  unsettled: boolean;
  /**
   * Enabled addons. `isPending`: there are events that it has not been through. `waitMs`: until it
   * may be taken, in milliseconds.
   */
  addons: { id: number; isPending: boolean; waitMs: number }[];
  /**
   * The age in seconds of the oldest event that an enabled addon has not been through; 0 when there
   * is none.
   */
  lagSeconds: number;
}

/**
 * An addon that this process has for itself, and where it goes on to. Ids are texts: they are
 * larger than numbers are exact.
 */
export interface Taken {
  addonId: number;
  parameters: StoredParameters;
  /** How often `event` has been tried in vain. */
  attempts: number;
  fromTransaction: string;
  fromEvent: string;
  toTransaction: string;
  toEvent: string;
  highest: string;
  /** The next event that it wants, as JSON; null when there is none by now. */
  event: string | null;
}

/** What became of an event. */
export interface Settled {
  state: 'success' | 'failed';
  stateDetails: string;
  details: { attempts: number; status: number | null };
}

/**
 * How far each addon has followed the audit log. Of all processes one at a time has an addon:
 * whoever has taken it, for so long. That is no open transaction, because one that waited for
 * receivers would keep everything after it from becoming final.
 */
@Injectable()
export class Cursors {
  /** Under this name this process takes addons. */
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

  /**
   * Takes an addon; `undefined` when somebody else has it, or it has to wait, or is disabled or
   * gone.
   */
  async take(addonId: number): Promise<Taken | undefined> {
    const [row] = await this.database.run<Omit<Taken, 'addonId'>>(TAKE, [
      addonId,
      this.me,
      this.sender.patience + HOLD_MARGIN_MS,
    ]);
    return row && { addonId, ...row };
  }

  /** Notes that there was nothing to tell, and lets go. */
  async moveOn(taken: Taken): Promise<void> {
    await this.database.run(MOVE_ON, [
      ...this.place(taken),
      taken.toTransaction,
      taken.toEvent,
      taken.highest,
    ]);
  }

  /**
   * Notes what became of the event, in one transaction with moving on, and lets go. Does nothing
   * when the addon was taken away meanwhile.
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

  /** Lets go until the event may be tried again. */
  async postpone(taken: Taken, attempts: number, waitMs: number): Promise<void> {
    await this.database.run(POSTPONE, [...this.place(taken), attempts, waitMs]);
  }

  private place({ addonId, fromTransaction, fromEvent }: Taken): unknown[] {
    return [addonId, this.me, fromTransaction, fromEvent];
  }
}

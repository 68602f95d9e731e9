import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { sharesOf } from '../../database/connection-gate.js';
import { isLockTimeout } from '../../database/postgres-errors.js';
import { DatabaseBusyError } from '../../database/database.errors.js';

/**
 * For how long the first attempt waits for a row that another transaction has locked: longer than
 * other switches hold it.
 */
const BRIEF_MS = 50;
/**
 * For how long later attempts wait: in PostgreSQL's queue for the row, so that those who use it in
 * turns do not keep a switch out.
 */
const PATIENT_MS = 500;
/** The same while switches of other locked rows wait to try. */
const SHARED_MS = 100;
/**
 * From how many connections of the hot path on two of them may wait for locked rows at the same
 * time.
 */
const PLENTY = 4;
/** How many switches wait for another one of the same feature, and how many wait in all. */
const MOST_WAITING_FOR_ROW = 200;
const MOST_WAITING = 1_000;

interface Waiter {
  begin(): void;
}

/**
 * Where switches wait for each other, in memory, so that they hold no connection that other
 * switches need. Of one row, one switch is at work at a time. Of rows that other transactions have
 * locked, for example one of an instance that has died, one or two are tried at a time, in turns
 * until their time is over.
 */
@Injectable()
export class SwitchTurns {
  /** The rows at which a switch is at work, and which switches wait for it. */
  private readonly rows = new Map<string, Set<Waiter>>();
  /** Switches of locked rows that wait to try again. */
  private readonly retrying = new Set<Waiter>();
  private readonly mostTrying: number;
  private readonly lockMs: number;
  private trying = 0;
  private waiting = 0;

  constructor(@Inject(CONFIG) { database: { poolMax, limits } }: Config) {
    this.mostTrying = sharesOf(poolMax, limits.longReads).reserved >= PLENTY ? 2 : 1;
    this.lockMs = limits.lockMs;
  }

  /**
   * Runs attempts when it is their turn, until one of them gets the lock of the row. `attempt` is
   * told for how long to wait for it.
   * @throws DatabaseBusyError when its turn does not come in time, or too many wait. @throws the
   * error of the last attempt when the row stays locked.
   */
  async inTurn<T>(row: string, attempt: (lockMs: number) => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.lockMs;
    await this.enter(row, deadline);
    try {
      return await attempt(BRIEF_MS).catch((error: unknown) =>
        this.tryAgain(error, deadline, attempt),
      );
    } finally {
      this.leave(row);
    }
  }

  private async tryAgain<T>(
    failure: unknown,
    deadline: number,
    attempt: (lockMs: number) => Promise<T>,
  ): Promise<T> {
    if (!isLockTimeout(failure) || Date.now() >= deadline) throw failure;
    if (this.trying < this.mostTrying) this.trying++;
    else await this.wait(this.retrying, deadline);
    return attempt(this.patience(deadline))
      .finally(() => this.handOver())
      .catch((error: unknown) => this.tryAgain(error, deadline, attempt));
  }

  private patience(deadline: number): number {
    const isAlone = this.retrying.size === 0;
    if (this.mostTrying === 1) return BRIEF_MS;
    return Math.max(BRIEF_MS, Math.min(isAlone ? PATIENT_MS : SHARED_MS, deadline - Date.now()));
  }

  private handOver(): void {
    const [next] = this.retrying;
    if (next) next.begin();
    else this.trying--;
  }

  private async enter(row: string, deadline: number): Promise<void> {
    const line = this.rows.get(row);
    if (!line) this.rows.set(row, new Set());
    else if (line.size >= MOST_WAITING_FOR_ROW) throw new DatabaseBusyError();
    else await this.wait(line, deadline);
  }

  private leave(row: string): void {
    const [next] = this.rows.get(row)!;
    if (next) next.begin();
    else this.rows.delete(row);
  }

  /**
   * Waits until it is told to begin. Whoever ends hands over the turn, so that nobody can take it
   * in between.
   */
  private wait(line: Set<Waiter>, deadline: number): Promise<void> {
    if (this.waiting >= MOST_WAITING) throw new DatabaseBusyError();
    this.waiting++;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        line.delete(waiter);
        clearTimeout(timer);
        this.waiting--;
      };
      const waiter: Waiter = { begin: () => (end(), resolve()) };
      const timer = setTimeout(
        () => (end(), reject(new DatabaseBusyError())),
        Math.max(0, deadline - Date.now()),
      );
      line.add(waiter);
    });
  }
}

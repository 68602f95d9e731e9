import { Injectable } from '@nestjs/common';
import { DatabaseBusyError } from '../../database/database.errors.js';

/** How many locked rows are waited for at the same time: each wait takes a connection. */
const MOST_RUNNING = 2;
/** How many switches wait in all. */
const MOST_WAITING = 200;

interface Waiter {
  readonly key: string;
  begin(): void;
}

/**
 * Where switches go whose row is locked by another transaction, for example by one of an instance that has died. They wait here in memory: one at a
 * time for each row tries to lock it in PostgreSQL. So retries of one switch never take the connections that other switches need.
 */
@Injectable()
export class LockedSwitches {
  private readonly running = new Set<string>();
  private readonly waiting = new Set<Waiter>();
  /** How many switches of each row are here. */
  private readonly present = new Map<string, number>();

  /** Whether switches of a row go here already. */
  has(key: string): boolean {
    return this.present.has(key);
  }

  /**
   * Runs an attempt when it is its turn.
   * @throws DatabaseBusyError when its turn does not come within `milliseconds`, or too many wait.
   */
  async inTurn<T>(key: string, milliseconds: number, attempt: () => Promise<T>): Promise<T> {
    this.present.set(key, (this.present.get(key) ?? 0) + 1);
    try {
      if (!this.mayBegin(key)) await this.wait(key, milliseconds);
      this.running.add(key);
      try {
        return await attempt();
      } finally {
        this.running.delete(key);
        this.beginNext();
      }
    } finally {
      const left = this.present.get(key)! - 1;
      if (left > 0) this.present.set(key, left);
      else this.present.delete(key);
    }
  }

  private mayBegin(key: string): boolean {
    return this.running.size < MOST_RUNNING && !this.running.has(key);
  }

  private wait(key: string, milliseconds: number): Promise<void> {
    if (this.waiting.size >= MOST_WAITING) throw new DatabaseBusyError();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(waiter);
        clearTimeout(timer);
      };
      const waiter: Waiter = { key, begin: () => (end(), this.running.add(key), resolve()) };
      const timer = setTimeout(() => (end(), reject(new DatabaseBusyError())), milliseconds);
      this.waiting.add(waiter);
    });
  }

  private beginNext(): void {
    for (const waiter of this.waiting) if (this.mayBegin(waiter.key)) waiter.begin();
  }
}

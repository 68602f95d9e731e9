import { Injectable } from '@nestjs/common';
import type { DomainEvent } from './event.types.js';
import type { Tx } from './tx.js';

/** A new project or environment. */
export interface NewPlace {
  readonly kind: 'projects' | 'environments';
  readonly name: string;
}

/**
 * Removes the name of a new place from lists in which it stands for a deleted one.
 * @returns The events of that, which are recorded when all rows are changed.
 */
export type Withdraw = (place: NewPlace, tx: Tx) => Promise<readonly DomainEvent[]>;

/**
 * What names places without referring to their rows, such as integrations and scopes of tokens,
 * keeps the names of deleted ones: events of their last moments are still to be sent. A new place
 * of the name must not inherit anything, so whoever stores names removes them here.
 */
@Injectable()
export class Namesakes {
  private readonly holders: Withdraw[] = [];

  add(withdraw: Withdraw): void {
    this.holders.push(withdraw);
  }

  /** Called in the transaction that creates the place, before its first event is recorded. */
  async withdraw(place: NewPlace, tx: Tx): Promise<void> {
    const events: DomainEvent[] = [];
    for (const withdraw of this.holders)
      for (const event of await withdraw(place, tx)) events.push(event);
    await tx.recordAll(events);
  }
}

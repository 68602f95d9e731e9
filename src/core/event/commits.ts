import { Injectable, Logger } from '@nestjs/common';
import { RequestTransaction } from '../../platform/database/request-transaction.js';
import type { DomainEvent } from './event.types.js';

type Listener = (events: readonly DomainEvent[]) => void;

/**
 * Announces commits within this process. Announcements may be lost, so listeners must be able to
 * find out from the database what they missed.
 */
@Injectable()
export class Commits {
  private readonly log = new Logger(Commits.name);
  private readonly listeners: Listener[] = [];

  /** Registers a listener, which gets the events of each commit. */
  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Announces events now, or when the transaction of the current request commits. */
  announce(events: readonly DomainEvent[]): void {
    const { current } = RequestTransaction;
    if (current) current.whenCommitted(() => this.announce(events));
    else this.notify(events);
  }

  private notify(events: readonly DomainEvent[]): void {
    for (const listener of this.listeners) {
      try {
        listener(events);
      } catch (error) {
        this.log.error(
          { err: error },
          'A listener failed after a commit. The commit is not affected.',
        );
      }
    }
  }
}

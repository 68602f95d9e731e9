import type { EventResponse } from '../event/event.response.js';
import { type Findings, MAX_FINDINGS, nameOf } from './findings.js';

/** The event that ends a move from another service, whose events keep their times. */
const MOVED_IN = 'features-moved-in';

/**
 * Sealed events that claim to be older than an earlier seal with all events of that time. They were
 * moved in from another service if a later event says so, and inserted otherwise.
 */
export class LateEvents {
  /** How many late events were moved in, and the last event that records such a move. */
  moved = 0;
  movedBy?: EventResponse;
  private count = 0;
  private readonly first: string[] = [];

  add(event: EventResponse, place: string): void {
    this.count++;
    if (this.first.length < MAX_FINDINGS)
      this.first.push(
        `${nameOf(event)} was inserted later than it says: all events of that time had been ` +
          `sealed before. It is ${place}.`,
      );
  }

  /**
   * Considers a sealed event that follows: the end of a move explains the late events before it.
   */
  follow(event: EventResponse): void {
    if (event.type !== MOVED_IN || this.count === 0) return;
    this.moved += this.count;
    this.movedBy = event;
    this.count = 0;
    this.first.length = 0;
  }

  /** Reports the late events that no later event explains. */
  report(findings: Findings): void {
    findings.addAll('inserted', this.first, this.count);
  }
}

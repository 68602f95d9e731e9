import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';

/** Maximum findings that are reported. */
export const MAX_FINDINGS = 20;

/** What does not verify. */
export interface Finding {
  kind: 'changed' | 'removed' | 'inserted' | 'seal';
  message: string;
}

/** The text by which messages refer to an event. */
export const nameOf = ({ id, type, createdAt }: EventResponse): string =>
  `Event ${id} (${type}, ${createdAt})`;

/** The first findings, and how many there are. */
export class Findings {
  readonly first: Finding[] = [];
  count = 0;

  add(kind: Finding['kind'], message: string): void {
    this.addAll(kind, [message], 1);
  }

  /** @param count The number of findings; messages are given only for the first ones. */
  addAll(kind: Finding['kind'], messages: readonly string[], count: number): void {
    this.count += count;
    const room = MAX_FINDINGS - this.first.length;
    this.first.push(...messages.slice(0, room).map((message) => ({ kind, message })));
  }
}

import { circumstances, under } from './circumstances.js';
import type { DomainEvent } from './event.types.js';

/** Returns the id of the event that an event undoes. */
export type UndoneEvent = (event: DomainEvent) => number;

/** Runs the inverse of a change. The events that it records refer to the events that they undo. */
export function whileUndoing<T>(undone: UndoneEvent, work: () => Promise<T>): Promise<T> {
  return under({ undone }, work);
}

/** The id of the event that an event undoes; undefined for other changes. */
export function undoneBy(event: DomainEvent): number | undefined {
  return circumstances().undone?.(event);
}

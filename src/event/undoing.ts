import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainEvent } from './event.types.js';

/** Returns the id of the event that an event undoes. */
export type UndoneEvent = (event: DomainEvent) => number;

const undoing = new AsyncLocalStorage<UndoneEvent>();

/** Runs the inverse of a change. The events that it records refer to the events that they undo. */
export function whileUndoing<T>(undone: UndoneEvent, work: () => Promise<T>): Promise<T> {
  return undoing.run(undone, work);
}

/** The id of the event that an event undoes; undefined for other changes. */
export function undoneBy(event: DomainEvent): number | undefined {
  return undoing.getStore()?.(event);
}

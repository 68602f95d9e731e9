import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { EventOf, StoredEvent } from '../../core/event/event.types.js';
import type { EndpointPromise } from '../../platform/http/endpoint-promise.js';
import type { Permission } from '../../platform/http/permission.js';
import { EventNotUndoableError, StateChangedSinceError } from './undo.errors.js';

/** An event as it was recorded, with its id. */
export type Recorded<Event extends StoredEvent> = Event & { readonly id: number };

/** A permission that an inverse needs, and where. */
export interface Need {
  /** Permissions of which one is enough. */
  readonly anyOf: readonly Permission[];
  readonly project?: string;
  readonly environment?: string;
  /** What a session has to confirm, as for the ordinary operation. */
  readonly confirm?: EndpointPromise['confirm'];
}

/**
 * How events of a type are undone. Its methods use the services of the ordinary operations, so
 * validation, limits and events are the same.
 */
export interface Inverse<Event extends StoredEvent> {
  /** The permission of the inverse operation. */
  readonly needs: (event: Recorded<Event>) => Need;
  /**
   * Checks that everything is as the events left it, with the rows locked, and changes it back.
   * There are several events only if {@link isBulk}; each is about another feature.
   * @throws StateChangedSinceError
   */
  readonly undo: (events: Several<Recorded<Event>>, caller: Caller) => Promise<void>;
  /**
   * How the recorded event shows that nothing has changed since: the state before it must be what
   * the undone event left, and the state after it what was before the undone event.
   */
  readonly mirror?: Mirror<Event>;
  /** Whether events of a bulk operation are undone together. */
  readonly isBulk?: boolean;
  /** Whether it comes after the inverses of the other events of the same transaction. */
  readonly isLast?: boolean;
}

/** How the event of an inverse mirrors the event that it undoes. */
export interface Mirror<Event extends StoredEvent> {
  /** What is compared, for error messages. */
  readonly subject: (event: Recorded<Event>) => string;
  /** Type of the mirrored event. */
  readonly type: StoredEvent['type'];
  /** Types of events that may be recorded in addition. */
  readonly besides?: readonly StoredEvent['type'][];
  /** Properties of the payloads that the event did not change. */
  readonly ignoring?: readonly string[];
  /** What the undone event left, if that is not its `data`. */
  readonly left?: (event: Recorded<Event>) => object;
}

/** A list with at least one element. */
export type Several<T> = readonly [T, ...T[]];

/** The inverse of each type that can be undone. All other types cannot. */
export type InverseTable = {
  readonly [Type in StoredEvent['type']]?: Inverse<EventOf<Type>>;
};

interface InPlace {
  readonly project: string;
  readonly environment: string;
}

/** A permission in the environment of the event. */
export const inEnvironment =
  (anyOf: Permission | readonly Permission[], confirm?: Need['confirm']) =>
  ({ project, environment }: InPlace): Need => ({
    ...need(anyOf, confirm),
    project,
    environment,
  });

/** A permission in the project of the event. */
export const inProject =
  (anyOf: Permission | readonly Permission[], confirm?: Need['confirm']) =>
  ({ project }: Pick<InPlace, 'project'>): Need => ({ ...need(anyOf, confirm), project });

/** A permission in the whole instance. */
export const inInstance = (anyOf: Permission) => (): Need => need(anyOf);

function need(anyOf: Permission | readonly Permission[], confirm?: Need['confirm']): Need {
  return {
    anyOf: typeof anyOf === 'string' ? [anyOf] : anyOf,
    ...(confirm === undefined ? {} : { confirm }),
  };
}

/**
 * Checks that something is as an event left it. Both are compared as JSON.
 * @throws StateChangedSinceError that names the properties that differ.
 */
export function requireAsLeft(subject: string, current: unknown, left: unknown): void {
  const [now, then] = [plain(current), plain(left)];
  if (isDeepStrictEqual(now, then)) return;
  const names = differences(now, then);
  throw new StateChangedSinceError(
    `${subject} has changed since` +
      (names.length > 0 ? `; this is different now: ${names.join(', ')}.` : '.'),
  );
}

/** @throws StateChangedSinceError unless the condition holds. */
export function requireState(holds: boolean, message: string): asserts holds {
  if (!holds) throw new StateChangedSinceError(message);
}

/**
 * Checks that an event contains what is needed to undo it; events of earlier versions may not.
 * @throws EventNotUndoableError
 */
export function requireRecorded<T>(value: T | null | undefined, what: string): T {
  if (value !== null && value !== undefined) return value;
  throw new EventNotUndoableError(
    `The event was recorded without ${what}, so it cannot be undone.`,
  );
}

/** The given properties of an object. */
export function pick<T extends object, Key extends keyof T>(
  value: T,
  keys: readonly Key[],
): Pick<T, Key> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, Key>;
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

function differences(now: unknown, then: unknown): string[] {
  if (!isObject(now) || !isObject(then)) return [];
  const keys = [...new Set([...Object.keys(now), ...Object.keys(then)])];
  return keys.filter((key) => !isDeepStrictEqual(now[key], then[key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { ACCOUNT_EVENTS } from './account-events.js';
import { EMERGENCY_EVENTS } from './emergency-events.js';
import { FEATURE_EVENTS } from './feature-events.js';
import { GRANT_EVENTS } from './grant-events.js';
import { INSTANCE_EVENTS } from './instance-events.js';
import { PLANNED_EVENTS } from './planned-events.js';
import { PROJECT_EVENTS } from './project-events.js';
import type { EventVisibility, Scope } from './event-kind.js';
import type { DomainEvent, EventOf, EventType, StoredEvent } from './event.types.js';

/**
 * What holds for the events of each type. Unknown types, for example from an import into the
 * database, need `READ_LOGS`. Those without a scope do not change what SDKs get: an import records
 * each of its changes separately, projects are archived and deleted without live features, a cloned
 * environment is added to projects by separate events, strategies that a release plan replaces have
 * events of their own, and names of strategies do not change.
 */
export const EVENTS = {
  ...ACCOUNT_EVENTS,
  ...GRANT_EVENTS,
  ...FEATURE_EVENTS,
  ...PROJECT_EVENTS,
  ...PLANNED_EVENTS,
  ...EMERGENCY_EVENTS,
  ...INSTANCE_EVENTS,
};

/** The events whose type has a visibility. */
export type EventVisibleBy<Visibility extends EventVisibility> = EventOf<
  {
    [Type in EventType]: (typeof EVENTS)[Type][0] extends Visibility ? Type : never;
  }[EventType]
>;

/** The events with a scope. */
export type EventIn<Of extends Scope> = EventOf<
  { [Type in EventType]: (typeof EVENTS)[Type][1] extends Of ? Type : never }[EventType]
>;

/** All declared types with what holds for them. */
const DECLARED = Object.entries(EVENTS) as readonly (readonly [
  EventType,
  readonly [visibility: EventVisibility, scope: Scope, instead?: string],
])[];

/** All declared types with their visibility. */
export const VISIBILITIES = DECLARED.map(([type, [visibility]]) => [type, visibility] as const);

/** Types whose events every signed-in user may read. */
const EVERYONES_TYPES: readonly EventType[] = VISIBILITIES.filter(
  ([, visibility]) => visibility === 'everyone',
).map(([type]) => type);

/**
 * SQL condition: every signed-in user may read events of this type. Used for counts that are the
 * same for all readers.
 */
export const isEveryones = (type: string): string =>
  `${type} = ANY ('{${EVERYONES_TYPES.join(',')}}'::text[])`;

/** Whether an event may change what SDKs get. */
export function reachesSdks({ type }: DomainEvent): boolean {
  return EVENTS[type][1] !== 'nothing';
}

/** The event types of some scopes as an SQL list. */
export function typesOf(...scopes: readonly Scope[]): string {
  return DECLARED.filter(([, [, scope]]) => scopes.includes(scope))
    .map(([type]) => `'${type}'`)
    .join(', ');
}

/** What to do instead of undoing events of a type. */
export function insteadOf(type: StoredEvent['type']): string | undefined {
  return (EVENTS[type] as readonly string[])[2];
}

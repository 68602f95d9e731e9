import type { AccountEvent } from './account-events.js';
import type { EmergencyEvent } from './emergency-events.js';
import type { FeatureEvent } from './feature-events.js';
import type { GrantEvent } from './grant-events.js';
import type { InstanceEvent } from './instance-events.js';
import type { PlannedEvent, FormerEvent } from './planned-events.js';
import type { ProjectEvent } from './project-events.js';

/**
 * The reference's event type for variants without an environment, and the type that this service
 * uses for all variants. Filters for the former find the latter.
 */
export const VARIANTS_UPDATED = {
  before: 'feature-variants-updated',
  now: 'feature-environment-variants-updated',
} as const;

/** Events about accounts and permissions. Only these record the IP address of the request. */
type AccessEvent = AccountEvent | GrantEvent;

/**
 * All audited events. A new type is declared in one of the files of these unions, with its place,
 * its data and what holds for it, and gets a sentence in each language in the audit log. Types and
 * data are those of the reference. `data` and `preData` must not contain secrets.
 */
export type DomainEvent =
  AccessEvent | FeatureEvent | ProjectEvent | PlannedEvent | EmergencyEvent | InstanceEvent;

/** All events that the audit log can contain. */
export type StoredEvent = DomainEvent | FormerEvent;

/** The events of some types. */
export type EventOf<Type extends StoredEvent['type']> = Extract<StoredEvent, { type: Type }>;

/** All event types. */
export type EventType = DomainEvent['type'];

/** The prefixes of the types of {@link AccessEvent}; no other types start with them. */
const BEGINNINGS = [
  'user-',
  'api-token-',
  'service-account-',
  'federated-credential-',
  'pat-',
  'public-signup-token-',
  'role-',
  'group-',
  'project-access-',
  'access-request-',
  'setting-',
] as const;
/** Fails to compile when the prefixes and the union differ. */
type Begun = Extract<EventType, `${(typeof BEGINNINGS)[number]}${string}`>;
const EACH_IS_ABOUT_ACCESS: [Begun, AccessEvent['type']] extends [AccessEvent['type'], Begun]
  ? true
  : never = true;

/** Whether an event is about access, so that the IP address is recorded. */
export function isAboutAccess({ type }: DomainEvent): boolean {
  return EACH_IS_ABOUT_ACCESS && BEGINNINGS.some((beginning) => type.startsWith(beginning));
}

/**
 * Whether an event decides what people and tokens may do, or is about an approval. Its actor is
 * looked at again in any case.
 */
export function decidesAccess(event: DomainEvent): boolean {
  return changesPermissions(event) || /^(change|access)-request-/.test(event.type);
}

/** Events about access after which everybody may do the same as before. */
const WITHOUT_EFFECT = /^user-log|-used$|^access-request-(created|denied|withdrawn)$/;

/** Whether an event changes anybody's permissions. */
export function changesPermissions(event: DomainEvent): boolean {
  if (event.type === 'project-updated' || event.type === 'project-created') return true;
  return isAboutAccess(event) && !WITHOUT_EFFECT.test(event.type);
}

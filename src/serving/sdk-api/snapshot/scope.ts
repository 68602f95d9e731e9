import type { AccessEvent } from '../../../core/event/access-events.js';
import type { DomainEvent, EventOf, EventType } from '../../../core/event/event.types.js';
import type { SharedKey } from '../../../core/event/event-payload.sql.js';

/**
 * Which features an event changes for SDKs.
 * - `feature`: the named feature, in its environment or, without one, in all.
 * - `project`: all features of its project in its environment.
 * - `segment`: the segment with the given id.
 * - `tag`, `tag-type`: features lose the tag, or all tags of the type.
 * - `environment`: the environment was deleted.
 */
export type Scope =
  'nothing' | 'feature' | 'project' | 'segment' | 'tag' | 'tag-type' | 'environment';

/** Types of events other than those about access. */
type ContentEventType = Exclude<EventType, AccessEvent['type']>;

type Carries<Event extends DomainEvent, Part extends 'data' | 'preData' | 'either', Key> = [
  Key,
] extends [SharedKey<Event, Part>]
  ? true
  : false;

/**
 * The possible scopes of an event type, depending on the keys of its events that snapshots read.
 */
type ScopeOf<Event extends DomainEvent> =
  | 'nothing'
  | (Event extends { featureName: string } ? 'feature' : never)
  | (Event extends { project: string; environment: string } ? 'project' : never)
  | (Event extends { environment: string } ? 'environment' : never)
  | (Carries<Event, 'either', 'id'> extends true ? 'segment' : never)
  | (Carries<Event, 'data', 'type' | 'value'> extends true ? 'tag' : never)
  | (Carries<Event, 'preData', 'name'> extends true ? 'tag-type' : never);

/**
 * The scope of every event type except those about access, which never concern SDKs. A new type, or
 * a type without the properties its scope needs, does not compile.
 */
const SCOPES = {
  'feature-created': 'feature',
  'feature-metadata-updated': 'feature',
  'feature-archived': 'feature',
  'feature-revived': 'feature',
  'feature-stale-on': 'feature',
  'feature-stale-off': 'feature',
  'feature-deleted': 'feature',
  'feature-dependency-added': 'feature',
  'feature-dependency-removed': 'feature',
  'feature-dependencies-removed': 'feature',
  'feature-environment-enabled': 'feature',
  'feature-environment-disabled': 'feature',
  'feature-environment-variants-updated': 'feature',
  'feature-strategy-add': 'feature',
  'feature-strategy-update': 'feature',
  'feature-strategy-remove': 'feature',
  'strategy-order-changed': 'feature',
  'feature-project-change': 'feature',
  'feature-tagged': 'feature',
  'feature-untagged': 'feature',

  'project-environment-added': 'project',
  'features-moved-in': 'project',
  'project-environment-removed': 'project',
  'environment-deleted': 'environment',

  'segment-created': 'segment',
  'segment-updated': 'segment',
  'segment-deleted': 'segment',

  'tag-deleted': 'tag',
  'tag-type-deleted': 'tag-type',

  // The following types do not change what SDKs get: an import records each of its changes
  // separately, projects are archived and deleted without live features, a cloned environment is
  // added to projects by separate events, and names of strategies do not change.
  'features-imported': 'nothing',
  'features-exported': 'nothing',
  'project-created': 'nothing',
  'project-updated': 'nothing',
  'project-archived': 'nothing',
  'project-revived': 'nothing',
  'project-deleted': 'nothing',
  'environment-created': 'nothing',
  'environment-updated': 'nothing',
  'default-strategy-updated': 'nothing',
  'change-request-configuration-updated': 'nothing',
  'change-request-created': 'nothing',
  'change-request-sent-to-review': 'nothing',
  'change-request-approval-added': 'nothing',
  'change-request-approved': 'nothing',
  'change-request-rejected': 'nothing',
  'change-request-cancelled': 'nothing',
  'change-request-applied': 'nothing',
  'change-request-scheduled': 'nothing',
  'change-request-scheduled-application-success': 'nothing',
  'change-request-scheduled-application-failure': 'nothing',
  'change-request-schedule-suspended': 'nothing',
  'change-added': 'nothing',
  'change-edited': 'nothing',
  'change-discarded': 'nothing',
  'change-request-title-updated': 'nothing',
  'change-request-reviewers-updated': 'nothing',
  'change-request-comment-added': 'nothing',
  // Strategies that a release plan replaces have events of their own.
  'release-plan-template-created': 'nothing',
  'release-plan-template-updated': 'nothing',
  'release-plan-template-archived': 'nothing',
  'release-plan-template-deleted': 'nothing',
  'release-plan-added': 'nothing',
  'release-plan-removed': 'nothing',
  'release-plan-milestone-started': 'nothing',
  'release-plan-milestone-strategy-updated': 'nothing',
  'milestone-progression-changed': 'nothing',
  'release-plan-progressions-paused': 'nothing',
  'release-plan-progressions-resumed': 'nothing',
  'safeguard-changed': 'nothing',
  'safeguard-deleted': 'nothing',
  'feature-safeguard-set': 'nothing',
  'feature-safeguard-removed': 'nothing',
  'feature-safeguard-triggered': 'nothing',
  'signal-created': 'nothing',
  'signal-deleted': 'nothing',
  'signal-received': 'nothing',
  'schedule-created': 'nothing',
  'schedule-updated': 'nothing',
  'schedule-cancelled': 'nothing',
  'schedule-executed': 'nothing',
  'schedule-missed': 'nothing',
  'schedule-suspended': 'nothing',
  'emergency-link-created': 'nothing',
  'emergency-link-revoked': 'nothing',
  'feature-potentially-stale-on': 'nothing',
  'feature-completed': 'nothing',
  'feature-uncompleted': 'nothing',
  'feature-link-added': 'nothing',
  'feature-link-updated': 'nothing',
  'feature-link-removed': 'nothing',
  'feature-favorited': 'nothing',
  'feature-unfavorited': 'nothing',
  'project-favorited': 'nothing',
  'project-unfavorited': 'nothing',
  'feature-type-updated': 'nothing',
  'tag-created': 'nothing',
  'tag-type-created': 'nothing',
  'tag-type-updated': 'nothing',
  'banner-created': 'nothing',
  'banner-updated': 'nothing',
  'banner-deleted': 'nothing',
  'context-field-created': 'nothing',
  'context-field-updated': 'nothing',
  'context-field-deleted': 'nothing',
  'strategy-created': 'nothing',
  'strategy-updated': 'nothing',
  'strategy-deleted': 'nothing',
  'strategy-deprecated': 'nothing',
  'strategy-reactivated': 'nothing',
  'application-created': 'nothing',
  'application-updated': 'nothing',
  'application-deleted': 'nothing',
  'addon-config-created': 'nothing',
  'addon-config-updated': 'nothing',
  'addon-config-deleted': 'nothing',
  'audit-witness-created': 'nothing',
  'audit-witness-deleted': 'nothing',
} as const satisfies { readonly [Type in ContentEventType]: ScopeOf<EventOf<Type>> };

/** The events with a scope. */
export type EventIn<Of extends Scope> = EventOf<
  { [Type in ContentEventType]: (typeof SCOPES)[Type] extends Of ? Type : never }[ContentEventType]
>;

/** Whether an event may change what SDKs get. */
export function reachesSdks({ type }: DomainEvent): boolean {
  return type in SCOPES && SCOPES[type as ContentEventType] !== 'nothing';
}

/** The event types of some scopes as an SQL list. */
export function typesOf(...scopes: readonly Scope[]): string {
  const types = (Object.keys(SCOPES) as ContentEventType[]).filter((type) =>
    scopes.includes(SCOPES[type]),
  );
  return types.map((type) => `'${type}'`).join(', ');
}

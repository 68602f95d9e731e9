import type { RolePermission } from '../../platform/http/permission.js';
import type { AccessEvent } from './access-events.js';
import type { SharedKey } from './event-payload.sql.js';
import type { DomainEvent, EventOf, EventType, StoredEvent } from './event.types.js';

/**
 * Who may read the events of a type, besides holders of `READ_LOGS`, who may read the whole audit
 * log:
 * - `everyone`: every signed-in user.
 * - `log`: only holders of `READ_LOGS`.
 * - `anyOf`: holders of one of these root permissions.
 * - `inProject`: holders of one of these permissions in the project of the event.
 * - `token`: users who may read the token, by its type or in its project.
 *
 * Events of hidden projects are excluded in addition; see `revealsNoHidden`.
 */
export type EventVisibility =
  | 'everyone'
  | 'log'
  | 'token'
  | { readonly anyOf: readonly RolePermission[] }
  | { readonly inProject: readonly RolePermission[] };

const ADMIN = { anyOf: ['ADMIN'] } as const;
const ROLES = { anyOf: ['READ_ROLE', 'UPDATE_ROLE'] } as const;
const BANNERS = { anyOf: ['UPDATE_INSTANCE_BANNERS'] } as const;
const SETTINGS = { anyOf: ['UPDATE_AUTH_CONFIGURATION'] } as const;
const PROJECT_ACCESS = {
  inProject: ['PROJECT_USER_ACCESS_READ', 'PROJECT_USER_ACCESS_WRITE'],
} as const;

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

/** What holds for the events of a type. */
type Entry<Event extends StoredEvent> = readonly [
  visibility: EventVisibility,
  scope: Event extends DomainEvent
    ? Event extends AccessEvent
      ? 'nothing'
      : ScopeOf<Event>
    : 'nothing',
  /** What to do instead of undoing it, if nothing undoes it. */
  instead?: string,
];

/**
 * What holds for the events of each type. They are visible to those who can read their subject;
 * unknown types, for example from an import into the database, need `READ_LOGS`. Those without a
 * scope do not change what SDKs get: an import records each of its changes separately, projects are
 * archived and deleted without live features, a cloned environment is added to projects by separate
 * events, strategies that a release plan replaces have events of their own, and names of strategies
 * do not change.
 *
 * A new type, or one without the properties that its scope needs, does not compile.
 */
export const EVENTS = {
  'user-logged-in': ['log', 'nothing'],
  'user-login-failed': ['log', 'nothing'],
  'user-logged-out': ['log', 'nothing'],
  'api-token-used': ['log', 'nothing'],
  'pat-used': ['log', 'nothing'],
  'api-token-created': ['token', 'nothing'],
  'api-token-updated': ['token', 'nothing'],
  'api-token-deleted': ['token', 'nothing'],
  'user-password-changed': [ADMIN, 'nothing'],
  'user-password-link-created': [ADMIN, 'nothing'],
  'user-created': [ADMIN, 'nothing'],
  'user-updated': [ADMIN, 'nothing'],
  'user-deleted': [ADMIN, 'nothing'],
  'user-second-factor-added': [ADMIN, 'nothing'],
  'user-second-factor-updated': [ADMIN, 'nothing'],
  'user-second-factor-removed': [ADMIN, 'nothing'],
  'user-second-factor-reset': [ADMIN, 'nothing'],
  'user-recovery-codes-created': [ADMIN, 'nothing'],
  'user-recovery-code-used': [ADMIN, 'nothing'],
  'user-sessions-ended': [ADMIN, 'nothing'],
  'user-identity-linked': [ADMIN, 'nothing'],
  'user-identity-unlinked': [ADMIN, 'nothing'],
  'service-account-created': [ADMIN, 'nothing'],
  'service-account-updated': [ADMIN, 'nothing'],
  'service-account-deleted': [ADMIN, 'nothing'],
  'audit-witness-created': ['log', 'nothing', 'Delete the witness instead.'],
  'audit-witness-deleted': ['log', 'nothing', 'Register the witness again instead.'],
  'federated-credential-created': [ADMIN, 'nothing', 'Delete the federated credential instead.'],
  'federated-credential-updated': [
    ADMIN,
    'nothing',
    'Change the federated credential again instead.',
  ],
  'federated-credential-deleted': [
    ADMIN,
    'nothing',
    'Create the federated credential again instead.',
  ],
  'federated-credential-used': ['log', 'nothing', 'Delete the token instead.'],
  'pat-created': [ADMIN, 'nothing'],
  'pat-deleted': [ADMIN, 'nothing'],
  'public-signup-token-created': [ADMIN, 'nothing'],
  'public-signup-token-updated': [ADMIN, 'nothing'],
  'public-signup-token-user-added': [ADMIN, 'nothing'],
  'role-created': [ROLES, 'nothing'],
  'role-updated': [ROLES, 'nothing'],
  'role-deleted': [ROLES, 'nothing'],
  'group-created': [ADMIN, 'nothing'],
  'group-updated': [ADMIN, 'nothing'],
  'group-deleted': [ADMIN, 'nothing'],
  'group-user-added': [ADMIN, 'nothing'],
  'group-user-removed': [ADMIN, 'nothing'],
  'project-access-added': [PROJECT_ACCESS, 'nothing'],
  'project-access-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-user-roles-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-user-roles-deleted': [PROJECT_ACCESS, 'nothing'],
  'project-access-group-roles-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-group-roles-deleted': [PROJECT_ACCESS, 'nothing'],
  'project-access-addresses-updated': [
    PROJECT_ACCESS,
    'nothing',
    'Set the addresses of the project again instead.',
  ],
  'access-request-created': [PROJECT_ACCESS, 'nothing', 'Withdraw the request instead.'],
  'access-request-approved': [PROJECT_ACCESS, 'nothing', 'End the access instead.'],
  'access-request-denied': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'access-request-withdrawn': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'access-request-ended': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'setting-created': [SETTINGS, 'nothing'],
  'setting-updated': [SETTINGS, 'nothing'],
  'feature-created': ['everyone', 'feature'],
  'feature-metadata-updated': ['everyone', 'feature'],
  'feature-archived': ['everyone', 'feature'],
  'feature-revived': ['everyone', 'feature'],
  'feature-stale-on': ['everyone', 'feature'],
  'feature-stale-off': ['everyone', 'feature'],
  'feature-potentially-stale-on': ['everyone', 'nothing'],
  'feature-completed': ['everyone', 'nothing'],
  'feature-uncompleted': ['everyone', 'nothing'],
  'feature-deleted': ['everyone', 'feature'],
  'feature-dependency-added': ['everyone', 'feature'],
  'feature-dependency-removed': ['everyone', 'feature'],
  'feature-dependencies-removed': ['everyone', 'feature'],
  'feature-environment-enabled': ['everyone', 'feature'],
  'feature-environment-disabled': ['everyone', 'feature'],
  'feature-environment-variants-updated': ['everyone', 'feature'],
  'feature-strategy-add': ['everyone', 'feature'],
  'feature-strategy-update': ['everyone', 'feature'],
  'feature-strategy-remove': ['everyone', 'feature'],
  'strategy-order-changed': ['everyone', 'feature'],
  'feature-tagged': ['everyone', 'feature'],
  'feature-untagged': ['everyone', 'feature'],
  'feature-link-added': ['everyone', 'nothing'],
  'feature-link-updated': ['everyone', 'nothing'],
  'feature-link-removed': ['everyone', 'nothing'],
  'feature-payload-schema-added': ['everyone', 'nothing'],
  'feature-payload-schema-updated': ['everyone', 'nothing'],
  'feature-payload-schema-removed': ['everyone', 'nothing'],
  'removal-certificate-issued': ['everyone', 'nothing'],
  'code-references-updated': ['everyone', 'nothing', 'Scan the repository again instead.'],
  'code-references-removed': ['everyone', 'nothing', 'Scan the repository again instead.'],
  'features-exported': ['everyone', 'nothing'],
  'features-imported': ['everyone', 'nothing'],
  'code-applied': ['everyone', 'nothing'],
  'features-moved-in': ['everyone', 'project'],
  'feature-favorited': ['everyone', 'nothing'],
  'feature-unfavorited': ['everyone', 'nothing'],
  'feature-project-change': ['everyone', 'feature'],
  'feature-type-updated': ['everyone', 'nothing'],
  'project-favorited': ['everyone', 'nothing'],
  'project-unfavorited': ['everyone', 'nothing'],
  'project-created': ['everyone', 'nothing'],
  'project-updated': ['everyone', 'nothing'],
  'template-created': ['everyone', 'nothing', 'Delete the template instead.'],
  'template-updated': ['everyone', 'nothing', 'Change the template again instead.'],
  'template-deleted': ['everyone', 'nothing', 'Make the template again instead.'],
  'template-used': ['everyone', 'nothing', 'Archive what was made instead.'],
  'policy-created': ['everyone', 'nothing', 'Remove the policy instead.'],
  'policy-updated': ['everyone', 'nothing', 'Change the policy again instead.'],
  'policy-deleted': ['everyone', 'nothing', 'Set the policy again instead.'],
  'project-archived': ['everyone', 'nothing'],
  'project-revived': ['everyone', 'nothing'],
  'project-deleted': ['everyone', 'nothing'],
  'project-environment-added': ['everyone', 'project'],
  'project-environment-removed': ['everyone', 'project'],
  'default-strategy-updated': ['everyone', 'nothing'],
  'change-request-configuration-updated': [
    'everyone',
    'nothing',
    'Change the configuration again instead.',
  ],
  'change-request-created': ['everyone', 'nothing', 'Cancel the change request instead.'],
  'change-request-discarded': ['everyone', 'nothing'],
  'change-request-sent-to-review': ['everyone', 'nothing', 'Cancel the change request instead.'],
  'change-request-approval-added': ['everyone', 'nothing', 'Cancel the change request instead.'],
  'change-request-approved': ['everyone', 'nothing', 'Cancel the change request instead.'],
  'change-request-rejected': ['everyone', 'nothing', 'Propose the changes again instead.'],
  'change-request-cancelled': ['everyone', 'nothing', 'Propose the changes again instead.'],
  'change-request-applied': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or these events.',
  ],
  'change-request-scheduled': [
    'everyone',
    'nothing',
    'Choose another time, or cancel the change request instead.',
  ],
  'change-request-scheduled-application-success': ['everyone', 'nothing'],
  'change-request-scheduled-application-failure': ['everyone', 'nothing'],
  'change-request-schedule-suspended': ['everyone', 'nothing'],
  'change-added': ['everyone', 'nothing', 'Remove the change from the change request instead.'],
  'change-edited': ['everyone', 'nothing', 'Edit the change again instead.'],
  'change-discarded': ['everyone', 'nothing', 'Add the change again instead.'],
  'change-request-title-updated': ['everyone', 'nothing', 'Change the title again instead.'],
  'change-request-reviewers-updated': ['everyone', 'nothing', 'Request other reviewers instead.'],
  'change-request-comment-added': ['everyone', 'nothing'],
  'release-plan-template-created': [
    'everyone',
    'nothing',
    'Archive or delete the template instead.',
  ],
  'release-plan-template-updated': ['everyone', 'nothing', 'Change the template again instead.'],
  'release-plan-template-archived': ['everyone', 'nothing', 'Create the template again instead.'],
  'release-plan-template-deleted': ['everyone', 'nothing', 'Create the template again instead.'],
  'release-plan-added': ['everyone', 'nothing', 'Remove the release plan instead.'],
  'release-plan-removed': ['everyone', 'nothing', 'Add a release plan again instead.'],
  'release-plan-milestone-started': [
    'everyone',
    'nothing',
    'Start another milestone of the release plan instead.',
  ],
  'release-plan-milestone-strategy-updated': [
    'everyone',
    'nothing',
    'Change the strategy of the milestone again instead.',
  ],
  'milestone-progression-changed': [
    'everyone',
    'nothing',
    'Change the progression of the milestone again instead.',
  ],
  'release-plan-progressions-paused': ['everyone', 'nothing', 'Resume the release plan instead.'],
  'release-plan-progressions-resumed': [
    'everyone',
    'nothing',
    'Start a milestone of the release plan instead.',
  ],
  'safeguard-changed': ['everyone', 'nothing', 'Change or remove the safeguard instead.'],
  'safeguard-deleted': ['everyone', 'nothing', 'Set the safeguard again instead.'],
  'feature-safeguard-set': ['everyone', 'nothing', 'Change or remove the safeguard instead.'],
  'feature-safeguard-removed': ['everyone', 'nothing', 'Set the safeguard again instead.'],
  'feature-safeguard-triggered': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or that event.',
  ],
  'signal-created': ['everyone', 'nothing', 'Delete the signal instead.'],
  'signal-deleted': ['everyone', 'nothing', 'Create another signal instead.'],
  'signal-received': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or those events.',
  ],
  'schedule-created': ['everyone', 'nothing', 'Cancel the schedule instead.'],
  'schedule-updated': ['everyone', 'nothing', 'Change the schedule instead.'],
  'schedule-cancelled': ['everyone', 'nothing', 'Create the schedule again instead.'],
  'schedule-executed': [
    'everyone',
    'nothing',
    'Undo what it changed instead: with scope=change, or that event.',
  ],
  'schedule-missed': ['everyone', 'nothing'],
  'schedule-suspended': ['everyone', 'nothing'],
  'emergency-link-created': ['everyone', 'nothing', 'Revoke the emergency link instead.'],
  'emergency-link-revoked': ['everyone', 'nothing', 'Create another emergency link instead.'],
  'environment-created': ['everyone', 'nothing'],
  'environment-updated': ['everyone', 'nothing'],
  'environment-deleted': ['everyone', 'environment'],
  'segment-created': ['everyone', 'segment'],
  'segment-updated': ['everyone', 'segment'],
  'segment-deleted': ['everyone', 'segment'],
  'tag-created': ['everyone', 'nothing'],
  'tag-deleted': ['everyone', 'tag'],
  'tag-type-created': ['everyone', 'nothing'],
  'tag-type-updated': ['everyone', 'nothing'],
  'tag-type-deleted': ['everyone', 'tag-type'],
  'application-created': ['everyone', 'nothing'],
  'application-updated': ['everyone', 'nothing'],
  'application-deleted': ['everyone', 'nothing'],
  'banner-created': [BANNERS, 'nothing', 'Delete the banner instead.'],
  'banner-updated': [BANNERS, 'nothing', 'Change the banner again instead.'],
  'banner-deleted': [BANNERS, 'nothing', 'Create the banner again instead.'],
  'context-field-created': ['everyone', 'nothing'],
  'context-field-updated': ['everyone', 'nothing'],
  'context-field-deleted': ['everyone', 'nothing'],
  'strategy-created': ['everyone', 'nothing'],
  'strategy-updated': ['everyone', 'nothing'],
  'strategy-deleted': ['everyone', 'nothing'],
  'strategy-deprecated': ['everyone', 'nothing'],
  'strategy-reactivated': ['everyone', 'nothing'],
  'addon-config-created': ['everyone', 'nothing'],
  'addon-config-updated': ['everyone', 'nothing'],
  'addon-config-deleted': ['everyone', 'nothing'],
} as const satisfies { readonly [Type in StoredEvent['type']]: Entry<EventOf<Type>> };

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

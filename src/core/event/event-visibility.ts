import type { RolePermission } from '../../platform/http/permission.js';
import type { EventOf, EventType, StoredEvent } from './event.types.js';

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
 * The visibility of each event type: an event is visible to those who can read its subject. A new
 * type does not compile without an entry. Unknown types, for example from an import into the
 * database, need `READ_LOGS`.
 */
export const EVENT_VISIBILITY = {
  'user-logged-in': 'log',
  'user-login-failed': 'log',
  'user-logged-out': 'log',
  'api-token-used': 'log',
  'pat-used': 'log',
  'api-token-created': 'token',
  'api-token-updated': 'token',
  'api-token-deleted': 'token',
  'user-password-changed': ADMIN,
  'user-password-link-created': ADMIN,
  'user-created': ADMIN,
  'user-updated': ADMIN,
  'user-deleted': ADMIN,
  'user-second-factor-added': ADMIN,
  'user-second-factor-updated': ADMIN,
  'user-second-factor-removed': ADMIN,
  'user-second-factor-reset': ADMIN,
  'user-recovery-codes-created': ADMIN,
  'user-recovery-code-used': ADMIN,
  'user-sessions-ended': ADMIN,
  'user-identity-linked': ADMIN,
  'user-identity-unlinked': ADMIN,
  'service-account-created': ADMIN,
  'service-account-updated': ADMIN,
  'service-account-deleted': ADMIN,
  'audit-witness-created': 'log',
  'audit-witness-deleted': 'log',
  'federated-credential-created': ADMIN,
  'federated-credential-updated': ADMIN,
  'federated-credential-deleted': ADMIN,
  'federated-credential-used': 'log',
  'pat-created': ADMIN,
  'pat-deleted': ADMIN,
  'public-signup-token-created': ADMIN,
  'public-signup-token-updated': ADMIN,
  'public-signup-token-user-added': ADMIN,
  'role-created': ROLES,
  'role-updated': ROLES,
  'role-deleted': ROLES,
  'group-created': ADMIN,
  'group-updated': ADMIN,
  'group-deleted': ADMIN,
  'group-user-added': ADMIN,
  'group-user-removed': ADMIN,
  'project-access-added': PROJECT_ACCESS,
  'project-access-updated': PROJECT_ACCESS,
  'project-access-user-roles-updated': PROJECT_ACCESS,
  'project-access-user-roles-deleted': PROJECT_ACCESS,
  'project-access-group-roles-updated': PROJECT_ACCESS,
  'project-access-group-roles-deleted': PROJECT_ACCESS,
  'setting-created': SETTINGS,
  'setting-updated': SETTINGS,
  'feature-created': 'everyone',
  'feature-metadata-updated': 'everyone',
  'feature-archived': 'everyone',
  'feature-revived': 'everyone',
  'feature-stale-on': 'everyone',
  'feature-stale-off': 'everyone',
  'feature-potentially-stale-on': 'everyone',
  'feature-completed': 'everyone',
  'feature-uncompleted': 'everyone',
  'feature-deleted': 'everyone',
  'feature-dependency-added': 'everyone',
  'feature-dependency-removed': 'everyone',
  'feature-dependencies-removed': 'everyone',
  'feature-environment-enabled': 'everyone',
  'feature-environment-disabled': 'everyone',
  'feature-environment-variants-updated': 'everyone',
  'feature-strategy-add': 'everyone',
  'feature-strategy-update': 'everyone',
  'feature-strategy-remove': 'everyone',
  'strategy-order-changed': 'everyone',
  'feature-tagged': 'everyone',
  'feature-untagged': 'everyone',
  'feature-link-added': 'everyone',
  'feature-link-updated': 'everyone',
  'feature-link-removed': 'everyone',
  'features-exported': 'everyone',
  'features-imported': 'everyone',
  'features-moved-in': 'everyone',
  'feature-favorited': 'everyone',
  'feature-unfavorited': 'everyone',
  'feature-project-change': 'everyone',
  'feature-type-updated': 'everyone',
  'project-favorited': 'everyone',
  'project-unfavorited': 'everyone',
  'project-created': 'everyone',
  'project-updated': 'everyone',
  'project-archived': 'everyone',
  'project-revived': 'everyone',
  'project-deleted': 'everyone',
  'project-environment-added': 'everyone',
  'project-environment-removed': 'everyone',
  'default-strategy-updated': 'everyone',
  'change-request-configuration-updated': 'everyone',
  'change-request-created': 'everyone',
  'change-request-discarded': 'everyone',
  'change-request-sent-to-review': 'everyone',
  'change-request-approval-added': 'everyone',
  'change-request-approved': 'everyone',
  'change-request-rejected': 'everyone',
  'change-request-cancelled': 'everyone',
  'change-request-applied': 'everyone',
  'change-request-scheduled': 'everyone',
  'change-request-scheduled-application-success': 'everyone',
  'change-request-scheduled-application-failure': 'everyone',
  'change-request-schedule-suspended': 'everyone',
  'change-added': 'everyone',
  'change-edited': 'everyone',
  'change-discarded': 'everyone',
  'change-request-title-updated': 'everyone',
  'change-request-reviewers-updated': 'everyone',
  'change-request-comment-added': 'everyone',
  'release-plan-template-created': 'everyone',
  'release-plan-template-updated': 'everyone',
  'release-plan-template-archived': 'everyone',
  'release-plan-template-deleted': 'everyone',
  'release-plan-added': 'everyone',
  'release-plan-removed': 'everyone',
  'release-plan-milestone-started': 'everyone',
  'release-plan-milestone-strategy-updated': 'everyone',
  'milestone-progression-changed': 'everyone',
  'release-plan-progressions-paused': 'everyone',
  'release-plan-progressions-resumed': 'everyone',
  'safeguard-changed': 'everyone',
  'safeguard-deleted': 'everyone',
  'feature-safeguard-set': 'everyone',
  'feature-safeguard-removed': 'everyone',
  'feature-safeguard-triggered': 'everyone',
  'signal-created': 'everyone',
  'signal-deleted': 'everyone',
  'signal-received': 'everyone',
  'schedule-created': 'everyone',
  'schedule-updated': 'everyone',
  'schedule-cancelled': 'everyone',
  'schedule-executed': 'everyone',
  'schedule-missed': 'everyone',
  'schedule-suspended': 'everyone',
  'emergency-link-created': 'everyone',
  'emergency-link-revoked': 'everyone',
  'environment-created': 'everyone',
  'environment-updated': 'everyone',
  'environment-deleted': 'everyone',
  'segment-created': 'everyone',
  'segment-updated': 'everyone',
  'segment-deleted': 'everyone',
  'tag-created': 'everyone',
  'tag-deleted': 'everyone',
  'tag-type-created': 'everyone',
  'tag-type-updated': 'everyone',
  'tag-type-deleted': 'everyone',
  'application-created': 'everyone',
  'application-updated': 'everyone',
  'application-deleted': 'everyone',
  'banner-created': BANNERS,
  'banner-updated': BANNERS,
  'banner-deleted': BANNERS,
  'context-field-created': 'everyone',
  'context-field-updated': 'everyone',
  'context-field-deleted': 'everyone',
  'strategy-created': 'everyone',
  'strategy-updated': 'everyone',
  'strategy-deleted': 'everyone',
  'strategy-deprecated': 'everyone',
  'strategy-reactivated': 'everyone',
  'addon-config-created': 'everyone',
  'addon-config-updated': 'everyone',
  'addon-config-deleted': 'everyone',
} as const satisfies Readonly<Record<StoredEvent['type'], EventVisibility>>;

/** The events whose type has a visibility. */
export type EventVisibleBy<Visibility extends EventVisibility> = EventOf<
  {
    [Type in EventType]: (typeof EVENT_VISIBILITY)[Type] extends Visibility ? Type : never;
  }[EventType]
>;

/** All declared types with their visibility. */
export const DECLARED = Object.entries(EVENT_VISIBILITY) as readonly (readonly [
  EventType,
  EventVisibility,
])[];

/** Types whose events every signed-in user may read. */
const EVERYONES_TYPES: readonly EventType[] = DECLARED.filter(
  ([, visibility]) => visibility === 'everyone',
).map(([type]) => type);

/**
 * SQL condition: every signed-in user may read events of this type. Used for counts that are the
 * same for all readers.
 */
export const isEveryones = (type: string): string =>
  `${type} = ANY ('{${EVERYONES_TYPES.join(',')}}'::text[])`;

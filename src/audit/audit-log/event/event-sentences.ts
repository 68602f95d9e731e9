import {
  CHANGE_REQUEST_SENTENCES,
  RELEASE_PLAN_SENTENCES,
  SCHEDULE_SENTENCES,
} from './planned-sentences.js';
import type { KnownKey } from '../../../core/event/event-kind.js';
import type { EventOf, StoredEvent } from '../../../core/event/event.types.js';

export type LabelAndSentence = readonly [label: string, sentence: string];

/** The types whose texts are derived from the type. */
type OfOwnWords = 'feature-potentially-stale-on';

/**
 * Label and sentence of each event type. `{feature}`, `{project}` and `{environment}` are the place
 * of the event, and `{scope}` is its project or the whole instance; `{name}`, `{value}` and others
 * are properties of `data` or, if absent there, of `preData`. The name of the actor is put in
 * front. A new type does not compile without them, here and in the other languages.
 */
const DECLARED = {
  'feature-created': ['Feature created', 'created the feature {feature} in the project {project}'],
  'feature-metadata-updated': [
    'Feature changed',
    'changed the properties of the feature {feature} in the project {project}',
  ],
  'feature-archived': [
    'Feature archived',
    'archived the feature {feature} in the project {project}',
  ],
  'feature-revived': ['Feature revived', 'revived the feature {feature} in the project {project}'],
  'feature-deleted': [
    'Feature deleted',
    'permanently deleted the feature {feature} from the project {project}',
  ],
  'feature-stale-on': [
    'Feature marked stale',
    'marked the feature {feature} in the project {project} as stale',
  ],
  'feature-stale-off': [
    'Feature no longer stale',
    'marked the feature {feature} in the project {project} as no longer stale',
  ],
  'feature-completed': [
    'Feature completed',
    'marked the feature {feature} in the project {project} as completed',
  ],
  'feature-uncompleted': [
    'Completion undone',
    'undid the completion of the feature {feature} in the project {project}',
  ],
  'feature-project-change': [
    'Feature moved',
    'moved the feature {feature} to the project {project}',
  ],
  'feature-type-updated': ['Feature type changed', 'changed the feature type {name}'],
  'feature-dependency-added': [
    'Dependency added',
    'added a dependency to the feature {feature} in the project {project}',
  ],
  'feature-dependency-removed': [
    'Dependency removed',
    'removed a dependency from the feature {feature} in the project {project}',
  ],
  'feature-dependencies-removed': [
    'Dependencies removed',
    'removed all dependencies from the feature {feature} in the project {project}',
  ],
  ...CHANGE_REQUEST_SENTENCES,
  ...RELEASE_PLAN_SENTENCES,
  ...SCHEDULE_SENTENCES,
  'feature-safeguard-set': [
    'Safeguard set',
    'set a safeguard for the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-safeguard-removed': [
    'Safeguard removed',
    'removed a safeguard from the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-safeguard-triggered': [
    'Safeguard triggered',
    'turned the feature {feature} off in the environment {environment} of the project {project}, ' +
      'because a safeguard was triggered: {reason}',
  ],
  'signal-created': ['Signal created', 'created the signal {name} of the project {project}'],
  'signal-deleted': ['Signal deleted', 'deleted the signal {name} of the project {project}'],
  'signal-received': [
    'Signal received',
    'sent the signal {name}, which turns features of the project {project} off',
  ],
  'emergency-link-created': [
    'Emergency link created',
    'created the emergency link {emergencyLinkId} for turning off {target} ' +
      'in the environment {environment} of the project {project}',
  ],
  'emergency-link-revoked': [
    'Emergency link revoked',
    'revoked the emergency link {emergencyLinkId} for turning off {target} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-environment-enabled': [
    'Feature turned on',
    'turned the feature {feature} on in the environment {environment} of the project {project}',
  ],
  'feature-environment-disabled': [
    'Feature turned off',
    'turned the feature {feature} off in the environment {environment} of the project {project}',
  ],
  'feature-environment-variants-updated': [
    'Variants changed',
    'changed the variants of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-strategy-add': [
    'Strategy added',
    'added the strategy {name} to the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-strategy-update': [
    'Strategy changed',
    'changed the strategy {name} of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-strategy-remove': [
    'Strategy removed',
    'removed the strategy {name} from the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'strategy-order-changed': [
    'Strategies reordered',
    'reordered the strategies of the feature {feature} ' +
      'in the environment {environment} of the project {project}',
  ],
  'feature-tagged': [
    'Feature tagged',
    'added the tag {type}:{value} to the feature {feature} in the project {project}',
  ],
  'feature-untagged': [
    'Tag removed',
    'removed the tag {type}:{value} from the feature {feature} in the project {project}',
  ],
  'feature-link-added': [
    'Link added',
    'added a link to the feature {feature} in the project {project}',
  ],
  'feature-link-updated': [
    'Link changed',
    'changed a link of the feature {feature} in the project {project}',
  ],
  'feature-link-removed': [
    'Link removed',
    'removed a link from the feature {feature} in the project {project}',
  ],
  'feature-payload-schema-added': [
    'Payload schema added',
    'added a schema of the payloads of the feature {feature} in the project {project}',
  ],
  'feature-payload-schema-updated': [
    'Payload schema changed',
    'changed the schema of the payloads of the feature {feature} in the project {project}',
  ],
  'feature-payload-schema-removed': [
    'Payload schema removed',
    'removed the schema of the payloads of the feature {feature} in the project {project}',
  ],
  'removal-certificate-issued': [
    'Removal certificate issued',
    'had it certified that the feature {feature} was always {state} ' +
      'in the environment {environment} of the project {project}',
  ],
  'code-references-updated': [
    'Code references changed',
    'scanned {repository}, where {referenceCount} lines name features of the project {project}',
  ],
  'code-references-removed': [
    'Code references removed',
    'removed {repository} from the code references of the project {project}',
  ],
  'feature-favorited': ['Favorite added', 'added the feature {feature} to the favorites'],
  'feature-unfavorited': ['Favorite removed', 'removed the feature {feature} from the favorites'],
  'project-favorited': ['Favorite project added', 'added the project {project} to the favorites'],
  'project-unfavorited': [
    'Favorite project removed',
    'removed the project {project} from the favorites',
  ],
  'project-created': ['Project created', 'created the project {project}'],
  'template-created': ['Template made', 'made the template {name}'],
  'template-updated': ['Template changed', 'changed the template {name}'],
  'template-deleted': ['Template deleted', 'deleted the template {name}'],
  'template-used': ['Template used', 'made {made} from the template {name}'],
  'policy-created': ['Policy set', 'set the policy for {scope}'],
  'policy-updated': ['Policy changed', 'changed the policy for {scope}'],
  'policy-deleted': ['Policy removed', 'removed the policy for {scope}'],
  'project-updated': ['Project changed', 'changed the project {project}'],
  'project-archived': ['Project archived', 'archived the project {project}'],
  'project-revived': ['Project revived', 'revived the project {project}'],
  'project-deleted': ['Project deleted', 'deleted the project {project}'],
  'project-environment-added': [
    'Environment added to project',
    'added the environment {environment} to the project {project}',
  ],
  'project-environment-removed': [
    'Environment removed from project',
    'removed the environment {environment} from the project {project}',
  ],
  'default-strategy-updated': [
    'Default strategy changed',
    'changed the default strategy of the project {project} in the environment {environment}',
  ],
  'environment-created': ['Environment created', 'created the environment {environment}'],
  'environment-updated': ['Environment changed', 'changed the environment {environment}'],
  'environment-deleted': ['Environment deleted', 'deleted the environment {environment}'],
  'tag-created': ['Tag created', 'created the tag {type}:{value}'],
  'tag-deleted': ['Tag deleted', 'deleted the tag {type}:{value}'],
  'tag-type-created': ['Tag type created', 'created the tag type {name}'],
  'tag-type-updated': ['Tag type changed', 'changed the tag type {name}'],
  'tag-type-deleted': ['Tag type deleted', 'deleted the tag type {name}'],
  'segment-created': ['Segment created', 'created the segment {name}'],
  'segment-updated': ['Segment changed', 'changed the segment {name}'],
  'segment-deleted': ['Segment deleted', 'deleted the segment {name}'],
  'application-created': ['Application created', 'created the application {appName}'],
  'application-updated': ['Application changed', 'changed the application {appName}'],
  'application-deleted': ['Application deleted', 'deleted the application {appName}'],
  'banner-created': ['Banner created', 'created the banner "{message}"'],
  'banner-updated': ['Banner changed', 'changed the banner "{message}"'],
  'banner-deleted': ['Banner deleted', 'deleted the banner "{message}"'],
  'context-field-created': ['Context field created', 'created the context field {name}'],
  'context-field-updated': ['Context field changed', 'changed the context field {name}'],
  'context-field-deleted': ['Context field deleted', 'deleted the context field {name}'],
  'strategy-created': [
    'Strategy definition created',
    'created the definition of the strategy {name}',
  ],
  'strategy-updated': [
    'Strategy definition changed',
    'changed the definition of the strategy {name}',
  ],
  'strategy-deleted': [
    'Strategy definition deleted',
    'deleted the definition of the strategy {name}',
  ],
  'strategy-deprecated': ['Strategy deprecated', 'deprecated the strategy {name}'],
  'strategy-reactivated': ['Strategy reactivated', 'reactivated the strategy {name}'],
  'api-token-created': ['API token created', 'created the {type} token {tokenName}'],
  'api-token-updated': ['API token changed', 'changed the {type} token {tokenName}'],
  'api-token-deleted': ['API token deleted', 'deleted the {type} token {tokenName}'],
  'pat-created': ['Personal token created', 'created a personal token'],
  'pat-deleted': ['Personal token deleted', 'deleted a personal token'],
  'user-logged-in': ['Signed in', 'signed in'],
  'user-login-failed': ['Login failed', 'failed to sign in'],
  'user-logged-out': ['Signed out', 'signed out of all sessions'],
  'user-second-factor-added': ['Second factor added', 'added the second factor {name}'],
  'user-second-factor-updated': ['Second factor renamed', 'renamed a second factor to {name}'],
  'user-second-factor-removed': ['Second factor removed', 'removed the second factor {name}'],
  'user-second-factor-reset': [
    'Second factors reset',
    'removed all second factors of the user {id}',
  ],
  'user-recovery-codes-created': ['Recovery codes created', 'created new recovery codes'],
  'user-recovery-code-used': ['Recovery code used', 'used a recovery code as the second factor'],
  'user-sessions-ended': ['Sessions ended', 'ended sessions of the user {id}'],
  'user-password-changed': ['Password changed', 'changed the password of the user {id}'],
  'user-password-link-created': [
    'Password link created',
    'created a password link for the user {id}',
  ],
  'api-token-used': ['API token used', 'was used, a token of the type {type}'],
  'pat-used': ['Personal token used', 'used the personal token {description}'],
  'user-created': ['User created', 'created the user {username}'],
  'user-updated': ['User changed', 'changed the user {username}'],
  'user-deleted': ['User deleted', 'deleted the user {username}'],
  'public-signup-token-created': ['Invite link created', 'created the invite link {name}'],
  'public-signup-token-updated': ['Invite link changed', 'changed the invite link {name}'],
  'public-signup-token-user-added': ['Signed up', 'signed up a user with the invite link {name}'],
  'user-identity-linked': [
    'Identity linked to user',
    'linked an identity at a sign-on provider to the user {userId}',
  ],
  'user-identity-unlinked': [
    'Identity of user removed',
    'removed an identity at a sign-on provider from the user {userId}',
  ],
  'service-account-created': ['Service account created', 'created the service account {username}'],
  'service-account-updated': ['Service account changed', 'changed the service account {username}'],
  'service-account-deleted': ['Service account deleted', 'deleted the service account {username}'],
  'audit-witness-created': ['Witness registered', 'registered the witness {name} of the audit log'],
  'audit-witness-deleted': ['Witness deleted', 'deleted the witness {name} of the audit log'],
  'federated-credential-created': [
    'Federated credential created',
    'created the federated credential {name}',
  ],
  'federated-credential-updated': [
    'Federated credential changed',
    'changed the federated credential {name}',
  ],
  'federated-credential-deleted': [
    'Federated credential deleted',
    'deleted the federated credential {name}',
  ],
  'federated-credential-used': [
    'Token exchanged',
    'exchanged a token of {subject} for the token {description} ' +
      'by the federated credential {name}',
  ],
  'role-created': ['Role created', 'created the role {name}'],
  'role-updated': ['Role changed', 'changed the role {name}'],
  'role-deleted': ['Role deleted', 'deleted the role {name}'],
  'group-created': ['Group created', 'created the group {name}'],
  'group-updated': ['Group changed', 'changed the group {name}'],
  'group-deleted': ['Group deleted', 'deleted the group {name}'],
  'group-user-added': ['User added to group', 'added the user {userId} to the group {groupId}'],
  'group-user-removed': [
    'User removed from group',
    'removed the user {userId} from the group {groupId}',
  ],
  'project-access-added': ['Access to project granted', 'granted roles in the project {project}'],
  'project-access-updated': [
    'Access to project changed',
    'replaced all role assignments in the project {project}',
  ],
  'project-access-user-roles-updated': [
    'Roles of user in project changed',
    'changed the roles of the user {userId} in the project {project}',
  ],
  'project-access-user-roles-deleted': [
    'Roles of user in project removed',
    'removed all roles in the project {project} from the user {userId}',
  ],
  'project-access-group-roles-updated': [
    'Roles of group in project changed',
    'changed the roles of the group {groupId} in the project {project}',
  ],
  'project-access-group-roles-deleted': [
    'Roles of group in project removed',
    'removed all roles in the project {project} from the group {groupId}',
  ],
  'project-access-addresses-updated': [
    'Addresses of project changed',
    'changed from which addresses the project {project} can be reached',
  ],
  'access-request-created': [
    'Access requested',
    'asked for the role {role} in the project {project}: {reason}',
  ],
  'access-request-approved': [
    'Access approved',
    'gave {user} the role {role} in the project {project} for a time: {reason}',
  ],
  'access-request-denied': [
    'Access denied',
    'denied {user} the role {role} in the project {project}',
  ],
  'access-request-withdrawn': [
    'Request for access withdrawn',
    'withdrew the request for the role {role} in the project {project}',
  ],
  'access-request-ended': [
    'Access for a time ended',
    'ended that {user} has the role {role} in the project {project}: {why}',
  ],
  'features-exported': ['Features exported', 'exported features'],
  'features-imported': [
    'Features imported',
    'imported features into the environment {environment} of the project {project}',
  ],
  'code-applied': ['Flags as code applied', 'applied the files of the folder {owner} to {scope}'],
  'features-moved-in': [
    'Features moved in',
    'moved features of another service into the environment {environment} of the project {project}',
  ],
  'setting-created': ['Setting created', 'created a setting'],
  'setting-updated': ['Setting changed', 'changed a setting'],
  'addon-config-created': ['Integration created', 'created the integration {id} with {provider}'],
  'addon-config-updated': ['Integration changed', 'changed the integration {id} with {provider}'],
  'addon-config-deleted': ['Integration deleted', 'deleted the integration {id} with {provider}'],
} as const satisfies Readonly<Record<Exclude<StoredEvent['type'], OfOwnWords>, LabelAndSentence>>;

type Declared = keyof typeof DECLARED;

/** The names in braces in a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/**
 * The names that the sentence of an event can use: its place, and the properties of its payload.
 */
type Nameable<Event extends StoredEvent> =
  | (Event extends { featureName: string } ? 'feature' : never)
  | Extract<keyof Event, 'project' | 'environment'>
  | ('project' extends keyof Event ? 'scope' : never)
  | KnownKey<Event, 'either'>;

/** The types whose sentences use a name that their events do not have. */
type Unnameable = {
  [Type in Declared]: NamesIn<(typeof DECLARED)[Type][1]> extends Nameable<EventOf<Type>>
    ? never
    : Type;
}[Declared];
/** Fails to compile if there are any; the compiler then lists them. */
const ALL_NAMEABLE: [Unnameable] extends [never] ? true : Unnameable = true;

/** The label and the sentence of each type. */
export const SENTENCES: Readonly<Record<string, LabelAndSentence>> = ALL_NAMEABLE && DECLARED;

/** All event types that have a sentence. */
export const EVENT_TYPES: readonly string[] = Object.keys(SENTENCES);

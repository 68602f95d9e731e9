/** The place of an event, as far as its type has one. */
interface Place {
  featureName?: string;
  project?: string;
  environment?: string;
}

type InFeature = Required<Pick<Place, 'featureName' | 'project'>>;
type InFeatureEnvironment = Required<Place>;
type InProject = Required<Pick<Place, 'project'>>;
type InProjectEnvironment = Required<Pick<Place, 'project' | 'environment'>>;

/** `data` is the new state, `preData` the old one. */
interface Added {
  data: object;
}
interface Removed {
  preData: object;
}
type Changed = Added & Removed;

type Kind<Type extends string, Where = unknown, What = unknown> = { type: Type } & Where & What;

/**
 * Events about accounts, permissions, tokens and sign-in. Only these record the IP address of the
 * request.
 */
export type AccessEvent =
  | Kind<'user-logged-in' | 'user-login-failed' | 'user-logged-out', unknown, Added>
  | Kind<'api-token-used', Place, Added>
  | Kind<'pat-used', unknown, Added>
  | Kind<'api-token-created', Place, Added>
  | Kind<'api-token-updated', Place, Changed>
  | Kind<'api-token-deleted', Place, Removed>
  | Kind<'user-password-changed' | 'user-password-link-created', unknown, Added>
  | Kind<
      'user-second-factor-added' | 'user-recovery-codes-created' | 'user-recovery-code-used',
      unknown,
      Added
    >
  | Kind<'user-second-factor-removed' | 'user-second-factor-reset', unknown, Removed>
  | Kind<'user-second-factor-updated', unknown, Changed>
  | Kind<'user-sessions-ended', unknown, Added>
  | Kind<'user-created', unknown, Added>
  | Kind<'user-updated', unknown, Changed>
  | Kind<'user-deleted', unknown, Removed>
  | Kind<'user-identity-linked', unknown, Added>
  | Kind<'user-identity-unlinked', unknown, Removed>
  | Kind<'service-account-created', unknown, Added>
  | Kind<'service-account-updated', unknown, Changed>
  | Kind<'service-account-deleted', unknown, Removed>
  | Kind<'pat-created' | 'pat-deleted', unknown, Added>
  | Kind<
      | 'public-signup-token-created'
      | 'public-signup-token-updated'
      | 'public-signup-token-user-added',
      unknown,
      Added
    >
  | Kind<'role-created', unknown, Added>
  | Kind<'role-updated', unknown, Changed>
  | Kind<'role-deleted', unknown, Removed>
  | Kind<'group-created' | 'group-user-added', unknown, Added>
  | Kind<'group-updated', unknown, Changed>
  | Kind<'group-deleted' | 'group-user-removed', unknown, Removed>
  | Kind<'project-access-added', InProject, Added>
  | Kind<
      | 'project-access-updated'
      | 'project-access-user-roles-updated'
      | 'project-access-group-roles-updated',
      InProject,
      Changed
    >
  | Kind<
      'project-access-user-roles-deleted' | 'project-access-group-roles-deleted',
      InProject,
      Removed
    >
  | Kind<'setting-created', unknown, Added>
  | Kind<'setting-updated', unknown, Changed>;

/** Sign-ins and token uses. Only readers of the whole audit log (`READ_LOGS`) see them. */
export const USE_OF_ACCESS = [
  'user-logged-in',
  'user-login-failed',
  'user-logged-out',
  'api-token-used',
  'pat-used',
] as const satisfies readonly AccessEvent['type'][];

/**
 * All audited events. A new kind of event is one line here: its type, its place and its data. Types
 * and data are those of the reference. `data` and `preData` must not contain secrets.
 */
export type DomainEvent =
  | AccessEvent
  | Kind<'feature-created', InFeature, Added>
  | Kind<'feature-metadata-updated', InFeature, Changed>
  | Kind<
      | 'feature-archived'
      | 'feature-revived'
      | 'feature-stale-on'
      | 'feature-stale-off'
      | 'feature-dependencies-removed',
      InFeature
    >
  | Kind<'feature-potentially-stale-on', InFeature>
  | Kind<'feature-completed', InFeature, Added>
  | Kind<'feature-uncompleted', InFeature>
  | Kind<'feature-deleted', InFeature, Removed>
  | Kind<'feature-dependency-added', InFeature, Added>
  | Kind<'feature-dependency-removed', InFeature, Added>
  | Kind<'feature-environment-enabled' | 'feature-environment-disabled', InFeatureEnvironment>
  | Kind<'feature-environment-variants-updated', InFeatureEnvironment, Changed>
  | Kind<'feature-strategy-add', InFeatureEnvironment, Added>
  | Kind<'feature-strategy-update', InFeatureEnvironment, Changed>
  | Kind<'feature-strategy-remove', InFeatureEnvironment, Removed>
  | Kind<'strategy-order-changed', InFeatureEnvironment, Changed>
  | Kind<'feature-tagged', InFeature, Added>
  | Kind<'feature-untagged', InFeature, Removed>
  | Kind<'features-exported', Partial<InProject>, Added>
  | Kind<'features-imported', InProjectEnvironment>
  | Kind<'feature-favorited' | 'feature-unfavorited', Pick<InFeature, 'featureName'>, Added>
  | Kind<'project-favorited' | 'project-unfavorited', InProject, Added>
  | Kind<'tag-created' | 'tag-deleted', Partial<InProject>, Added>
  | Kind<'tag-type-created' | 'tag-type-updated', unknown, Added>
  | Kind<'tag-type-deleted', unknown, Removed>
  | Kind<'project-created', InProject, Added>
  | Kind<'project-updated', InProject, Changed>
  | Kind<'project-archived' | 'project-revived', InProject>
  | Kind<'project-deleted', InProject, { data?: { mode: 'private' } }>
  | Kind<'project-environment-added' | 'project-environment-removed', InProjectEnvironment>
  | Kind<'default-strategy-updated', InProjectEnvironment, Added & { preData?: object }>
  | Kind<'environment-created', Required<Pick<Place, 'environment'>>, Added>
  | Kind<'environment-updated', Required<Pick<Place, 'environment'>>, Changed>
  | Kind<'environment-deleted', Required<Pick<Place, 'environment'>>, Removed>
  | Kind<'segment-created', Partial<InProject>, Added>
  | Kind<'segment-updated', Partial<InProject>, Changed>
  | Kind<'segment-deleted', Partial<InProject>, Removed>
  | Kind<'application-created', Partial<InProject>, Added>
  | Kind<'application-updated', Partial<InProject>, Changed>
  | Kind<'application-deleted', Partial<InProject>, Removed>
  | Kind<'context-field-created', unknown, Added>
  | Kind<'context-field-updated', unknown, Changed>
  | Kind<'context-field-deleted', unknown, Removed>
  | Kind<
      | 'strategy-created'
      | 'strategy-updated'
      | 'strategy-deleted'
      | 'strategy-deprecated'
      | 'strategy-reactivated',
      unknown,
      Added
    >
  | Kind<'feature-type-updated', unknown, Changed>
  | Kind<'addon-config-created', unknown, Added>
  | Kind<'addon-config-updated', unknown, Changed>
  | Kind<'addon-config-deleted', unknown, Removed>;

/** All event types. */
export type EventType = DomainEvent['type'];

/** The prefixes of the types of {@link AccessEvent}; no other types start with them. */
const BEGINNINGS = [
  'user-',
  'api-token-',
  'service-account-',
  'pat-',
  'public-signup-token-',
  'role-',
  'group-',
  'project-access-',
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

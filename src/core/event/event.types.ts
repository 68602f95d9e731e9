import type { AccessEvent } from './access-events.js';
import type * as Planned from './planned-payloads.js';
import type {
  EmergencyLinkPayload,
  FeatureSafeguardPayload,
  ReceivedSignalPayload,
  SignalPayload,
  TriggeredSafeguardPayload,
} from './emergency-payloads.js';
import type {
  Added,
  Bare,
  Changed,
  Closed,
  InEnvironment,
  InFeature,
  InFeatureEnvironment,
  InProject,
  InProjectEnvironment,
  Kind,
  Removed,
} from './event-kind.js';
import type * as Payload from './event-payloads.js';

/**
 * The reference's event type for variants without an environment, and the type that this service
 * uses for all variants. Filters for the former find the latter.
 */
export const VARIANTS_UPDATED = {
  before: 'feature-variants-updated',
  now: 'feature-environment-variants-updated',
} as const;

/**
 * All audited events. A new kind of event is one line here (its type, its place and its data), its
 * payload in `event-payloads.ts`, its entry in `event-entries.ts`, and its sentence in
 * `event-sentences.ts`. Types and data are those of the reference. `data` and `preData` must not
 * contain secrets.
 */
export type DomainEvent =
  | AccessEvent
  | Kind<'feature-created', InFeature, Added<Payload.FeaturePayload>>
  | Kind<'feature-metadata-updated', InFeature, Changed<Payload.FeaturePayload>>
  | Kind<
      | 'feature-revived'
      | 'feature-stale-on'
      | 'feature-stale-off'
      | 'feature-potentially-stale-on'
      | 'feature-uncompleted',
      InFeature
    >
  | Kind<'feature-archived', InFeature, Bare | Added<Payload.ForcedPayload>>
  | Kind<'feature-completed', InFeature, Added<Payload.CompletionPayload>>
  | Kind<'feature-deleted', InFeature, Removed<Payload.FeaturePayload>>
  | Kind<
      'feature-dependency-added',
      InFeature,
      { data: Closed<Payload.DependencyPayload>; preData?: Closed<Payload.DependenciesPayload> }
    >
  | Kind<
      'feature-dependency-removed',
      InFeature,
      {
        data: Closed<Payload.RemovedDependencyPayload>;
        preData: Closed<Payload.DependencyPayload>;
      }
    >
  | Kind<'feature-dependencies-removed', InFeature, Removed<Payload.DependenciesPayload>>
  | Kind<'feature-environment-enabled', InFeatureEnvironment>
  | Kind<'feature-environment-disabled', InFeatureEnvironment, Bare | Added<Payload.ForcedPayload>>
  | Kind<
      'feature-environment-variants-updated',
      InFeatureEnvironment,
      Changed<Payload.VariantsPayload>
    >
  | Kind<'feature-strategy-add', InFeatureEnvironment, Added<Payload.StrategyPayload>>
  | Kind<'feature-strategy-update', InFeatureEnvironment, Changed<Payload.StrategyPayload>>
  | Kind<'feature-strategy-remove', InFeatureEnvironment, Removed<Payload.StrategyPayload>>
  | Kind<'strategy-order-changed', InFeatureEnvironment, Changed<Payload.StrategyOrderPayload>>
  | Kind<'feature-project-change', InFeature, Added<Payload.ProjectChangePayload>>
  | Kind<'feature-tagged', InFeature, Added<Payload.TagPayload>>
  | Kind<'feature-untagged', InFeature, Removed<Payload.TagPayload>>
  | Kind<'feature-link-added', InFeature, Added<Payload.FeatureLinkPayload>>
  | Kind<'feature-link-updated', InFeature, Changed<Payload.FeatureLinkPayload>>
  | Kind<'feature-link-removed', InFeature, Removed<Payload.FeatureLinkPayload>>
  | Kind<'feature-payload-schema-added', InFeature, Added<Payload.PayloadSchemaPayload>>
  | Kind<'feature-payload-schema-updated', InFeature, Changed<Payload.PayloadSchemaPayload>>
  | Kind<'feature-payload-schema-removed', InFeature, Removed<Payload.PayloadSchemaPayload>>
  | Kind<
      'removal-certificate-issued',
      InFeatureEnvironment,
      Added<Payload.RemovalCertificatePayload>
    >
  | Kind<'code-references-updated', InProject, Added<Payload.CodeReferencesPayload>>
  | Kind<'code-references-removed', InProject, Removed<Payload.CodeRepositoryPayload>>
  | Kind<'features-exported', Partial<InProject>, Added<Payload.ExportPayload>>
  | Kind<'features-imported', InProjectEnvironment>
  | Kind<'code-applied', Partial<InProject>, Added<Payload.AppliedCodePayload>>
  | Kind<'features-moved-in', InProjectEnvironment, Added<Payload.MoveInPayload>>
  | Kind<
      'feature-favorited' | 'feature-unfavorited',
      Pick<InFeature, 'featureName'>,
      Added<Payload.FavoriteFeaturePayload>
    >
  | Kind<
      'project-favorited' | 'project-unfavorited',
      InProject,
      Added<Payload.FavoriteProjectPayload>
    >
  | Kind<'tag-created' | 'tag-deleted', Partial<InProject>, Added<Payload.TagPayload>>
  | Kind<'tag-type-created' | 'tag-type-updated', unknown, Added<Payload.TagTypePayload>>
  | Kind<'tag-type-deleted', unknown, Removed<Payload.TagTypePayload>>
  | Kind<'project-created', InProject, Added<Payload.ProjectPayload>>
  | Kind<
      'project-updated',
      InProject,
      | Changed<Payload.ProjectPayload>
      | Changed<Payload.ConfirmationPayload>
      | Changed<Payload.GuardPayload>
    >
  | Kind<'template-created', unknown, Added<Payload.TemplatePayload>>
  | Kind<'template-updated', unknown, Changed<Payload.TemplatePayload>>
  | Kind<'template-deleted', unknown, Removed<Payload.TemplatePayload>>
  | Kind<'template-used', InProject, Added<Payload.UsedTemplatePayload>>
  | Kind<'policy-created', Partial<InProject>, Added<Payload.PolicyPayload>>
  | Kind<'policy-updated', Partial<InProject>, Changed<Payload.PolicyPayload>>
  | Kind<'policy-deleted', Partial<InProject>, Removed<Payload.PolicyPayload>>
  | Kind<'project-archived' | 'project-revived', InProject>
  | Kind<'project-deleted', InProject, Bare | Added<Payload.PrivateProjectPayload>>
  | Kind<'project-environment-added', InProjectEnvironment>
  | Kind<
      'project-environment-removed',
      InProjectEnvironment,
      Bare | Removed<{ defaultStrategy: object }>
    >
  | Kind<
      'default-strategy-updated',
      InProjectEnvironment,
      | Added<Payload.DefaultStrategyPayload>
      | Changed<Payload.DefaultStrategyPayload>
      | Removed<Payload.DefaultStrategyPayload>
    >
  | Kind<
      'change-request-configuration-updated',
      InProjectEnvironment,
      Changed<Planned.ApprovalConfigPayload>
    >
  | Kind<
      | 'change-request-created'
      | 'change-request-sent-to-review'
      | 'change-request-approved'
      | 'change-request-applied',
      InProjectEnvironment,
      Added<Planned.ChangeRequestPayload>
    >
  | Kind<
      'change-request-approval-added' | 'change-request-rejected' | 'change-request-cancelled',
      InProjectEnvironment,
      Added<Planned.DecisionPayload>
    >
  | Kind<
      'change-request-scheduled' | 'change-request-scheduled-application-success',
      InProjectEnvironment,
      Added<Planned.ScheduledRequestPayload>
    >
  | Kind<
      'change-request-scheduled-application-failure' | 'change-request-schedule-suspended',
      InProjectEnvironment,
      Added<Planned.StoppedRequestPayload>
    >
  | Kind<'change-added', InProjectEnvironment, Added<Planned.ChangePayload>>
  | Kind<'change-edited', InProjectEnvironment, Changed<Planned.ChangePayload>>
  | Kind<'change-discarded', InProjectEnvironment, Removed<Planned.ChangePayload>>
  | Kind<'change-request-title-updated', InProjectEnvironment, Changed<Planned.TitlePayload>>
  | Kind<
      'change-request-reviewers-updated',
      InProjectEnvironment,
      Changed<Planned.ReviewersPayload>
    >
  | Kind<'change-request-comment-added', InProjectEnvironment, Added<Planned.CommentPayload>>
  | Kind<'release-plan-template-created', unknown, Added<Planned.ReleasePlanTemplatePayload>>
  | Kind<'release-plan-template-updated', unknown, Changed<Planned.ReleasePlanTemplatePayload>>
  | Kind<
      'release-plan-template-archived' | 'release-plan-template-deleted',
      unknown,
      Removed<Planned.ReleasePlanTemplatePayload>
    >
  | Kind<'release-plan-added', InFeatureEnvironment, Added<Planned.ReleasePlanPayload>>
  | Kind<'release-plan-removed', InFeatureEnvironment, Removed<Planned.ReleasePlanPayload>>
  | Kind<
      'release-plan-milestone-started',
      InFeatureEnvironment,
      { data: Closed<Planned.StartedMilestonePayload>; preData?: Closed<Planned.MilestonePayload> }
    >
  | Kind<
      'release-plan-milestone-strategy-updated',
      InFeatureEnvironment,
      Changed<Planned.MilestoneStrategyPayload>
    >
  | Kind<'milestone-progression-changed', InFeatureEnvironment, Changed<Planned.ProgressionPayload>>
  | Kind<'release-plan-progressions-paused', InFeatureEnvironment, Added<Planned.PausedPlanPayload>>
  | Kind<'release-plan-progressions-resumed', InFeatureEnvironment, Added<Planned.MilestonePayload>>
  | Kind<'safeguard-changed', InFeatureEnvironment, Added<Planned.SafeguardPayload>>
  | Kind<'safeguard-deleted', InFeatureEnvironment, Removed<Planned.SafeguardPayload>>
  | Kind<'feature-safeguard-set', InFeatureEnvironment, Added<FeatureSafeguardPayload>>
  | Kind<'feature-safeguard-removed', InFeatureEnvironment, Removed<FeatureSafeguardPayload>>
  | Kind<'feature-safeguard-triggered', InFeatureEnvironment, Added<TriggeredSafeguardPayload>>
  | Kind<'schedule-created', InFeatureEnvironment, Added<Planned.SchedulePayload>>
  | Kind<'schedule-updated', InFeatureEnvironment, Changed<Planned.SchedulePayload>>
  | Kind<'schedule-cancelled', InFeatureEnvironment, Removed<Planned.SchedulePayload>>
  | Kind<
      'schedule-executed' | 'schedule-missed',
      InFeatureEnvironment,
      Added<Planned.ScheduledStepPayload>
    >
  | Kind<'schedule-suspended', InFeatureEnvironment, Added<Planned.SuspensionPayload>>
  | Kind<
      'emergency-link-created',
      InProjectEnvironment & Partial<InFeature>,
      Added<EmergencyLinkPayload>
    >
  | Kind<
      'emergency-link-revoked',
      InProjectEnvironment & Partial<InFeature>,
      Removed<EmergencyLinkPayload>
    >
  | Kind<'signal-created', InProject, Added<SignalPayload>>
  | Kind<'signal-deleted', InProject, Removed<SignalPayload>>
  | Kind<'signal-received', InProject, Added<ReceivedSignalPayload>>
  | Kind<'environment-created', InEnvironment, Added<Payload.EnvironmentPayload>>
  | Kind<'environment-updated', InEnvironment, Changed<Payload.EnvironmentPayload>>
  | Kind<'environment-deleted', InEnvironment, Removed<Payload.EnvironmentPayload>>
  | Kind<'segment-created', Partial<InProject>, Added<Payload.SegmentPayload>>
  | Kind<'segment-updated', Partial<InProject>, Changed<Payload.SegmentPayload>>
  | Kind<'segment-deleted', Partial<InProject>, Removed<Payload.SegmentPayload>>
  | Kind<'application-created', Partial<InProject>, Added<Payload.ApplicationPayload>>
  | Kind<'application-updated', Partial<InProject>, Changed<Payload.ApplicationPayload>>
  | Kind<'application-deleted', Partial<InProject>, Removed<Payload.ApplicationPayload>>
  | Kind<'banner-created', unknown, Added<Payload.BannerPayload>>
  | Kind<'banner-updated', unknown, Changed<Payload.BannerPayload>>
  | Kind<'banner-deleted', unknown, Removed<Payload.BannerPayload>>
  | Kind<'context-field-created', Partial<InProject>, Added<Payload.ContextFieldPayload>>
  | Kind<'context-field-updated', Partial<InProject>, Changed<Payload.ContextFieldPayload>>
  | Kind<'context-field-deleted', Partial<InProject>, Removed<Payload.ContextFieldPayload>>
  | Kind<'strategy-created' | 'strategy-updated', unknown, Added<Payload.StrategyDefinitionPayload>>
  | Kind<
      'strategy-deleted' | 'strategy-deprecated' | 'strategy-reactivated',
      unknown,
      Added<Payload.NamePayload>
    >
  | Kind<'feature-type-updated', unknown, Changed<Payload.FeatureTypePayload>>
  | Kind<'audit-witness-created', unknown, Added<Payload.AuditWitnessPayload>>
  | Kind<'audit-witness-deleted', unknown, Removed<Payload.AuditWitnessPayload>>
  | Kind<'addon-config-created', unknown, Added<Payload.AddonPayload>>
  | Kind<'addon-config-updated', unknown, Changed<Payload.AddonPayload>>
  | Kind<'addon-config-deleted', unknown, Removed<Payload.AddonPayload>>;

/** Events of earlier versions, which are no longer recorded. */
type FormerEvent = Kind<
  'change-request-discarded',
  InProjectEnvironment,
  Added<Planned.ChangeRequestPayload>
>;

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

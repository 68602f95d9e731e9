import type {
  Added,
  Changed,
  Closed,
  Entries,
  InFeatureEnvironment,
  InProjectEnvironment,
  Kind,
  Removed,
} from './event-kind.js';

/** The change request of an event. */
interface ChangeRequestPayload {
  changeRequestId: number;
}

/** When a change request is to be applied. */
interface ScheduledRequestPayload extends ChangeRequestPayload {
  scheduledAt: string;
}

/** Why a scheduled change request was not applied. */
interface StoppedRequestPayload extends ScheduledRequestPayload {
  reason: string;
}

/** A change of a change request. */
export interface ChangePayload extends ChangeRequestPayload {
  changeId: number;
  action: string;
  /** Name of the feature; absent for segments. */
  feature?: string;
  /** Id of the segment; absent for features. */
  segment?: number;
  payload: unknown;
  /** Description of the token of the agent that proposed it; absent for people. */
  proposedBy?: string;
}

/** A review with its comment, or why a change request was cancelled. */
interface DecisionPayload extends ChangeRequestPayload {
  comment?: string;
}

/** The title of a change request; null for none. */
interface TitlePayload extends ChangeRequestPayload {
  title: string | null;
}

/** The ids of the users whose review of a change request is requested. */
interface ReviewersPayload extends ChangeRequestPayload {
  reviewers: number[];
}

/** A comment on a change request. */
interface CommentPayload extends ChangeRequestPayload {
  commentId: number;
  text: string;
}

/** Whether changes in an environment require approvals, and how many. */
interface ApprovalConfigPayload {
  changeRequestsEnabled: boolean;
  requiredApprovals: number | null;
}

/** A change of a feature that is to be made at a chosen time. */
export interface SchedulePayload {
  scheduleId: number;
  action: string;
  /** Input of the change, as of the operation that makes it directly. */
  payload: unknown;
  /** When it is made first, or when the first window starts. */
  at: string;
  /** Recurrence rule (RFC 5545); null when it does not recur. */
  rule: string | null;
  timeZone: string;
  /** After how many minutes a switch is reversed; null when it is not. */
  durationMinutes: number | null;
  whenLate: string;
}

/** What a schedule did. */
interface ScheduledStepPayload {
  scheduleId: number;
  action: string;
  /** When it was due. */
  dueAt: string;
}

/** Why a schedule did nothing. */
interface SuspensionPayload extends ScheduledStepPayload {
  reason: string;
}

/** The template of a release plan. */
export interface ReleasePlanTemplatePayload {
  id: string;
  name: string;
  description: string | null;
  /** With their strategies. */
  milestones: object[];
}

/** The release plan of a feature in an environment. */
export interface ReleasePlanPayload {
  id: string;
  name: string;
  templateId: string;
  /** In their order. */
  milestones: { id: string; name: string }[];
}

/** A milestone of a release plan. */
interface MilestonePayload {
  planId: string;
  milestoneId: string;
  milestoneName: string;
}

/** A milestone that was started. */
export interface StartedMilestonePayload extends MilestonePayload {
  /** A person, the time since the milestone before it, or a safeguard. */
  startedBy: 'user' | 'progression' | 'safeguard' | 'switch';
}

/** A strategy of a milestone, in a plan. */
export interface MilestoneStrategyPayload {
  planId: string;
  milestoneId: string;
  strategy: object;
}

/** After which time a milestone is followed by the next one; null for never. */
export interface ProgressionPayload extends MilestonePayload {
  intervalMinutes: number | null;
}

/** A release plan no longer progresses by itself, with the reason. */
interface PausedPlanPayload extends MilestonePayload {
  reason: string;
}

/** A safeguard of a release plan. */
export interface SafeguardPayload {
  planId: string;
  safeguard: object;
}

/** Events about change requests, release plans and schedules. */
export type PlannedEvent =
  | Kind<
      'change-request-configuration-updated',
      InProjectEnvironment,
      Changed<ApprovalConfigPayload>
    >
  | Kind<
      | 'change-request-created'
      | 'change-request-sent-to-review'
      | 'change-request-approved'
      | 'change-request-applied',
      InProjectEnvironment,
      Added<ChangeRequestPayload>
    >
  | Kind<
      'change-request-approval-added' | 'change-request-rejected' | 'change-request-cancelled',
      InProjectEnvironment,
      Added<DecisionPayload>
    >
  | Kind<
      'change-request-scheduled' | 'change-request-scheduled-application-success',
      InProjectEnvironment,
      Added<ScheduledRequestPayload>
    >
  | Kind<
      'change-request-scheduled-application-failure' | 'change-request-schedule-suspended',
      InProjectEnvironment,
      Added<StoppedRequestPayload>
    >
  | Kind<'change-added', InProjectEnvironment, Added<ChangePayload>>
  | Kind<'change-edited', InProjectEnvironment, Changed<ChangePayload>>
  | Kind<'change-discarded', InProjectEnvironment, Removed<ChangePayload>>
  | Kind<'change-request-title-updated', InProjectEnvironment, Changed<TitlePayload>>
  | Kind<'change-request-reviewers-updated', InProjectEnvironment, Changed<ReviewersPayload>>
  | Kind<'change-request-comment-added', InProjectEnvironment, Added<CommentPayload>>
  | Kind<'release-plan-template-created', unknown, Added<ReleasePlanTemplatePayload>>
  | Kind<'release-plan-template-updated', unknown, Changed<ReleasePlanTemplatePayload>>
  | Kind<
      'release-plan-template-archived' | 'release-plan-template-deleted',
      unknown,
      Removed<ReleasePlanTemplatePayload>
    >
  | Kind<'release-plan-added', InFeatureEnvironment, Added<ReleasePlanPayload>>
  | Kind<'release-plan-removed', InFeatureEnvironment, Removed<ReleasePlanPayload>>
  | Kind<
      'release-plan-milestone-started',
      InFeatureEnvironment,
      { data: Closed<StartedMilestonePayload>; preData?: Closed<MilestonePayload> }
    >
  | Kind<
      'release-plan-milestone-strategy-updated',
      InFeatureEnvironment,
      Changed<MilestoneStrategyPayload>
    >
  | Kind<'milestone-progression-changed', InFeatureEnvironment, Changed<ProgressionPayload>>
  | Kind<'release-plan-progressions-paused', InFeatureEnvironment, Added<PausedPlanPayload>>
  | Kind<'release-plan-progressions-resumed', InFeatureEnvironment, Added<MilestonePayload>>
  | Kind<'safeguard-changed', InFeatureEnvironment, Added<SafeguardPayload>>
  | Kind<'safeguard-deleted', InFeatureEnvironment, Removed<SafeguardPayload>>
  | Kind<'schedule-created', InFeatureEnvironment, Added<SchedulePayload>>
  | Kind<'schedule-updated', InFeatureEnvironment, Changed<SchedulePayload>>
  | Kind<'schedule-cancelled', InFeatureEnvironment, Removed<SchedulePayload>>
  | Kind<'schedule-executed' | 'schedule-missed', InFeatureEnvironment, Added<ScheduledStepPayload>>
  | Kind<'schedule-suspended', InFeatureEnvironment, Added<SuspensionPayload>>;

/** Events of earlier versions, which are no longer recorded. */
export type FormerEvent = Kind<
  'change-request-discarded',
  InProjectEnvironment,
  Added<ChangeRequestPayload>
>;

/** What holds for them. */
export const PLANNED_EVENTS = {
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
} as const satisfies Entries<PlannedEvent | FormerEvent>;

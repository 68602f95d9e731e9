/** The change request of an event. */
export interface ChangeRequestPayload {
  changeRequestId: number;
}

/** When a change request is to be applied. */
export interface ScheduledRequestPayload extends ChangeRequestPayload {
  scheduledAt: string;
}

/** Why a scheduled change request was not applied. */
export interface StoppedRequestPayload extends ScheduledRequestPayload {
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
export interface DecisionPayload extends ChangeRequestPayload {
  comment?: string;
}

/** The title of a change request; null for none. */
export interface TitlePayload extends ChangeRequestPayload {
  title: string | null;
}

/** The ids of the users whose review of a change request is requested. */
export interface ReviewersPayload extends ChangeRequestPayload {
  reviewers: number[];
}

/** A comment on a change request. */
export interface CommentPayload extends ChangeRequestPayload {
  commentId: number;
  text: string;
}

/** Whether changes in an environment require approvals, and how many. */
export interface ApprovalConfigPayload {
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
export interface ScheduledStepPayload {
  scheduleId: number;
  action: string;
  /** When it was due. */
  dueAt: string;
}

/** Why a schedule did nothing. */
export interface SuspensionPayload extends ScheduledStepPayload {
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
export interface MilestonePayload {
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
export interface PausedPlanPayload extends MilestonePayload {
  reason: string;
}

/** A safeguard of a release plan. */
export interface SafeguardPayload {
  planId: string;
  safeguard: object;
}

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

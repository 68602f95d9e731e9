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

import { ApiProperty } from '@nestjs/swagger';
import { STATES } from './change-request.dto.js';

/** A user who did something with a change request. */
export class ChangeRequestUserResponse {
  /** Id of the user; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name to display. */
  username: string;
  /** URL of the profile image. */
  imageUrl: string;
}

/** A change request, by id and title. */
export class ChangeRequestTitleResponse {
  /** Id of the change request. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Title; `Change request #<id>` when it has none. */
  title: string;
}

/** Scheduled change requests that change the same as a change. */
export class ScheduleConflictsResponse {
  /** The change requests by their id; at most 10. */
  changeRequests: ChangeRequestTitleResponse[];
}

/** A change of a change request. */
export class ChangeResponse {
  /** Id of the change. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** What is changed, such as `updateEnabled`. */
  action: string;
  /** The input of the change, as of the operation that makes it directly. */
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: { type: 'object', additionalProperties: true } },
    ],
  })
  payload?: unknown;
  /** Why the change cannot be applied now; absent if it can, and in lists. */
  conflict?: string;
  /**
   * Other scheduled change requests after which this change can no longer be applied, because they
   * change the same; absent if there are none, and in lists.
   */
  scheduleConflicts?: ScheduleConflictsResponse;
  /** Author of the change. */
  createdBy: ChangeRequestUserResponse;
  /** Description of the token of the agent that proposed it; absent for people. */
  proposedBy?: string;
  /** When it was added or edited. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A change of a segment. */
export class SegmentChangeResponse extends ChangeResponse {
  /** Name of the segment; `deleted` if it no longer exists. */
  name: string;
}

/** The changes of a feature. */
export class ChangedFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Why one of its changes cannot be applied now; absent if all can, and in lists. */
  conflict?: string;
  /** Its changes, in the order in which they are applied. */
  changes: ChangeResponse[];
}

/** An approval or a rejection. */
export class ReviewResponse {
  /** Who approved or rejected. */
  createdBy: ChangeRequestUserResponse;
  /** When. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A comment on a change request. */
export class ChangeRequestCommentResponse {
  /** Id of the comment. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Text of the comment. */
  text: string;
  /** Its author. */
  createdBy: ChangeRequestUserResponse;
  /** When it was added. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** When a change request is applied. */
export class ChangeRequestScheduleResponse {
  /** When. */
  @ApiProperty({ format: 'date-time' })
  scheduledAt: string;
  /**
   * `pending` until then. `suspended` when something has changed since, such as the target of a
   * change; `failed` when a change was refused. It is not tried again then.
   */
  @ApiProperty({ enum: ['pending', 'failed', 'suspended'] })
  status: string;
  /** Why it was not applied; absent while it is pending. */
  reason?: string;
}

/** A scheduled change request. */
export class ScheduledChangeRequestResponse {
  /** Id of the change request. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the environment. */
  environment: string;
  /** Title; `Change request #<id>` when it has none. */
  title: string;
}

/** Changes in one environment of a project that are made together once they are approved. */
export class ChangeRequestResponse {
  /** Id of the change request. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Title; `Change request #<id>` when it has none. */
  title: string;
  /** Name of the environment. */
  environment: string;
  /** Number of approvals that are required to apply it. */
  @ApiProperty({ type: 'integer' })
  minApprovals: number;
  /** Id of the project. */
  project: string;
  /** The features to change. */
  features: ChangedFeatureResponse[];
  /** The segments to change. */
  segments: SegmentChangeResponse[];
  /** Approvals, oldest first. */
  approvals: ReviewResponse[];
  /** Rejections, oldest first. */
  rejections: ReviewResponse[];
  /** Comments, oldest first. */
  comments: ChangeRequestCommentResponse[];
  /** Author. */
  createdBy: ChangeRequestUserResponse;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When it entered each of the states that it has had. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', format: 'date-time' },
  })
  stateTimestamps: Record<string, string>;
  /** State. */
  @ApiProperty({ enum: STATES })
  state: string;
  /** When it is applied; absent in other states than `Scheduled`. */
  schedule?: ChangeRequestScheduleResponse;
}

/** Numbers of change requests of a project, without drafts of others. */
export class ChangeRequestCountResponse {
  /** All. */
  @ApiProperty({ type: 'integer' })
  total: number;
  /** Applied ones. */
  @ApiProperty({ type: 'integer' })
  applied: number;
  /** Rejected ones. */
  @ApiProperty({ type: 'integer' })
  rejected: number;
  /** Those in review. */
  @ApiProperty({ type: 'integer' })
  reviewRequired: number;
  /** Those approved but not applied. */
  @ApiProperty({ type: 'integer' })
  approved: number;
  /** Scheduled ones. */
  @ApiProperty({ type: 'integer' })
  scheduled: number;
}

/** How many change requests the caller can approve or apply. */
export class ActionableChangeRequestsResponse {
  /** Number of change requests. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** A user who can approve change requests. */
export class ReviewerResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** E-mail address; empty when there is none. */
  email: string;
  /** User name; null for none. */
  @ApiProperty({ type: String })
  username: string | null;
  /** Name; null for none. */
  @ApiProperty({ type: String })
  name: string | null;
  /** URL of the profile image. */
  imageUrl: string;
}

/** Users who can approve, or are requested to. */
export class ReviewersResponse {
  /** The users, by id; at most 50, or a page of at most 1000. */
  reviewers: ReviewerResponse[];
}

/** A found change request. */
export class FoundChangeRequestResponse {
  /** Id of the change request. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Title; `Change request #<id>` when it has none. */
  title: string;
  /** Name of the environment. */
  environment: string;
  /** Id of the project. */
  project: string;
  /** Author. */
  createdBy: ChangeRequestUserResponse;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Names of the features to change. */
  features: string[];
  /** Names of the segments to change. */
  segments: string[];
  /** State. */
  @ApiProperty({ enum: STATES })
  state: string;
  /** When it is applied; absent in other states than `Scheduled`. */
  schedule?: ChangeRequestScheduleResponse;
}

/** Found change requests. */
export class ChangeRequestSearchResponse {
  /** A page of change requests, newest first. */
  changeRequests: FoundChangeRequestResponse[];
  /** Number of all that match. */
  @ApiProperty({ type: 'integer' })
  total: number;
}

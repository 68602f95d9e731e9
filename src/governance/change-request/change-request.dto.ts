import { ApiProperty } from '@nestjs/swagger';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import {
  IdList,
  Moment,
  OneOf,
  Text,
  Within,
} from '../../platform/http/validation/shape.decorators.js';
import { ACTIONS } from './actions/change-action.js';

/** The states of a change request. */
export const STATES = [
  'Draft',
  'In review',
  'Approved',
  'Scheduled',
  'Applied',
  'Cancelled',
  'Rejected',
] as const;

/** A state of a change request. */
export type ChangeRequestState = (typeof STATES)[number];

/** The criteria of a search for the state. */
const SEARCHED_STATES = ['IS:open', 'IS:scheduled', 'IS:closed'] as const;

/** A criterion of a search for the state. */
type SearchedState = (typeof SEARCHED_STATES)[number];

/** Whether a change request in the state can still be applied. */
export function isOpen(state: ChangeRequestState): boolean {
  return ['Draft', 'In review', 'Approved', 'Scheduled'].includes(state);
}

/** The states that meet a criterion. */
export function statesOf(criterion: SearchedState): ChangeRequestState[] {
  if (criterion === 'IS:scheduled') return ['Scheduled'];
  return STATES.filter((state) => isOpen(state) === (criterion === 'IS:open'));
}

/** A change request of a project. */
export interface ChangeRequestPlace {
  readonly projectId: string;
  readonly id: number;
}

/** What a change is about. */
export class ChangeSubjectDto {
  /** What to change. */
  @OneOf(ACTIONS)
  action: string;
  /** Name of the feature; required unless a segment is changed. */
  @Text({ optional: true, min: 1, max: 100 })
  feature?: string;
}

/** A change to add. */
export class ChangeDto extends ChangeSubjectDto {
  /**
   * Input of the change, like the body of the operation that makes it directly. Changes of
   * strategies and segments have their `id` in it too.
   */
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: { type: 'object', additionalProperties: true } },
    ],
  })
  payload?: unknown;
}

/** The state that a change request is to have. */
export class ChangeRequestStateDto {
  /** The state. */
  @OneOf(['In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'])
  state: 'In review' | 'Approved' | 'Scheduled' | 'Applied' | 'Cancelled' | 'Rejected';
  /** A comment to add. */
  @Text({ optional: true, trim: true, min: 1, max: 5_000 })
  comment?: string;
  /** When the changes are to be applied, with an offset; only for `Scheduled`. */
  @Moment({ optional: true })
  scheduledAt?: string;
}

/** The title of a change request. */
export class ChangeRequestTitleDto {
  /** Title of 1 to 200 characters. */
  @Text({ trim: true, min: 1, max: 200 })
  title: string;
}

/** The users who are to review a change request. */
export class ChangeRequestReviewersDto {
  /** Ids of users who can approve it; at most 50. They replace the present ones. */
  @IdList({ max: 50 })
  reviewers: number[];
}

/** A comment to add. */
export class ChangeRequestCommentDto {
  /** Text of 1 to 5000 characters. */
  @Text({ trim: true, min: 1, max: 5_000 })
  text: string;
}

/** A page of change requests. */
export class ChangeRequestPageQuery {
  /** Number of change requests to skip; 0 if omitted. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of change requests to return, 1 to 100; 50 if omitted. */
  @Within({ min: 1, max: 100, preset: 50 })
  limit: number = 50;
}

/** A page of open change requests. */
export class OpenChangeRequestPageQuery extends OmitType(ChangeRequestPageQuery, ['limit']) {
  /** Number of change requests to return, 1 to 100; 100 if omitted. */
  @Within({ min: 1, max: 100, preset: 100 })
  limit: number = 100;
}

/** A page of scheduled change requests. */
export class ScheduledChangeRequestPageQuery extends OmitType(ChangeRequestPageQuery, ['limit']) {
  /** Number of change requests to return, 1 to 1000; 1000 if omitted. */
  @Within({ min: 1, max: 1_000, preset: 1_000 })
  limit: number = 1_000;
}

/** A page of the users who can approve. */
export class AvailableReviewersQuery {
  /** Part of the name, user name or e-mail address, whatever the case. */
  @Text({ optional: true, max: 100 })
  query?: string;
  /** Number of users to skip; 0 if omitted. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of users to return, 1 to 1000; 1000 if omitted. */
  @Within({ min: 1, max: 1_000, preset: 1_000 })
  limit: number = 1_000;
}

const USER = { pattern: /^(IS:)?-?\d{1,9}$/, wanted: 'the id of a user, written as IS:1 or 1' };

/** Criteria of a search for change requests. An omitted criterion matches everything. */
export class ChangeRequestSearchQuery {
  /** Id of the author: `IS:1` or `1`. */
  @Text({ optional: true, ...USER })
  createdBy?: string;
  /** Id of a user whose review is requested: `IS:1` or `1`. */
  @Text({ optional: true, ...USER })
  requestedApproverId?: string;
  /**
   * `IS:open` for those that can still be applied, `IS:scheduled` for those of them that are
   * scheduled, `IS:closed` for all others.
   */
  @OneOf(SEARCHED_STATES, { optional: true })
  state?: SearchedState;
  /** Name of a feature that they change: `IS:checkout` or `checkout`. */
  @Text({ optional: true, max: 103 })
  feature?: string;
  /** Number of change requests to skip; 0 if omitted. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of change requests to return, 1 to 1000; 50 if omitted. */
  @Within({ min: 1, max: 1_000, preset: 50 })
  limit: number = 50;
}

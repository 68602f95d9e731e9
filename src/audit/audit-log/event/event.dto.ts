import { ApiProperty } from '@nestjs/swagger';
import { MAX_TEXT_LENGTH } from '../../../platform/http/filter.js';
import { OmitType } from '../../../platform/http/validation/mapped-types.js';
import {
  Int,
  Lenient,
  OneOf,
  Text,
  Within,
} from '../../../platform/http/validation/shape.decorators.js';
import type { StoredEvent } from '../../../core/event/event.types.js';
import { EVENT_TYPES } from './event-sentences.js';

const TYPES = [
  'feature-updated',
  'feature-variants-updated',
  'feature-import',
  'feature-tag-import',
  'drop-feature-tags',
  'drop-features',
  'strategy-import',
  'drop-strategies',
  'project-import',
  'project-user-added',
  'project-user-removed',
  'project-user-role-changed',
  'project-group-role-changed',
  'project-group-added',
  'project-group-removed',
  'drop-projects',
  'tag-import',
  'drop-tags',
  'tag-type-import',
  'drop-tag-types',
  'db-pool-update',
  'drop-environments',
  'environment-import',
  'setting-deleted',
  'client-metrics',
  'client-register',
  'segment-import',
  'signal-endpoint-created',
  'signal-endpoint-updated',
  'signal-endpoint-deleted',
  'signal-endpoint-token-created',
  'signal-endpoint-token-updated',
  'signal-endpoint-token-deleted',
  'actions-created',
  'actions-updated',
  'actions-deleted',
  'user-preference-updated',
] as const;

type Unrecorded<Type> = Type extends StoredEvent['type'] ? never : Type;

/**
 * Event types of the reference that this service does not record. Searches accept them, because
 * existing scripts name them, and find nothing. A type that is recorded does not compile.
 */
const REFERENCE_EVENT_TYPES: readonly Unrecorded<(typeof TYPES)[number]>[] = TYPES;

/** The feature in a path below `/events`. */
export class EventFeatureParams {
  /** Name of the feature. Events outlive their feature, so it may have been deleted. */
  featureName: string;
}

const OPERATORS = /^(IS|IS_ANY_OF):[^,]+(,[^,]+)*$/;
const ONE_OF = 'IS:value or IS_ANY_OF:value,value';
const MOMENT = /^IS:\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2}))?$/;
const MOMENT_IN_WORDS = 'a day as IS:2026-01-31, or a moment as IS:2026-01-31T14:00:00Z';

/** Selects the events to list. */
export class EventListQuery {
  /** Id of the project; events of the whole instance when omitted. */
  @Text({ optional: true })
  project?: string;
}

/** Criteria of an event search. An omitted criterion matches everything. */
export class EventSearchQuery {
  /**
   * Text that the label, type, creator, feature, project, environment or data must contain,
   * ignoring letter case. The text is searched for within the events that match the other
   * criteria, so combine it with others: alone it reads the whole history.
   */
  @Text({ optional: true, max: MAX_TEXT_LENGTH })
  query?: string;
  /** Feature names: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  feature?: string;
  /** Project ids: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  project?: string;
  /** Event types: `IS:feature-created` or `IS_ANY_OF:feature-created,feature-archived`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  type?: string;
  /** Environment names: `IS:x` or `IS_ANY_OF:x,y`. */
  @Text({ optional: true, pattern: OPERATORS, wanted: ONE_OF })
  environment?: string;
  /** Ids of the events: `IS:1` or `IS_ANY_OF:1,2`. */
  @Text({
    optional: true,
    pattern: /^(IS|IS_ANY_OF):\s*\d{1,15}\s*(,\s*\d{1,15}\s*)*$/,
    wanted: 'ids of events in the form IS:1 or IS_ANY_OF:1,2',
  })
  id?: string;
  /** Ids of the users who caused the events: `IS:1` or `IS_ANY_OF:1,2`. */
  @Text({
    optional: true,
    pattern: /^(IS|IS_ANY_OF):\s*-?\d{1,9}\s*(,\s*-?\d{1,9}\s*)*$/,
    wanted: 'ids of users in the form IS:1 or IS_ANY_OF:1,2',
  })
  createdBy?: string;
  /** First day in UTC: `IS:2026-01-31`; or the first moment: `IS:2026-01-31T14:00:00Z`. */
  @Text({ optional: true, pattern: MOMENT, wanted: MOMENT_IN_WORDS })
  from?: string;
  /**
   * Last day in UTC, inclusive: `IS:2026-01-31`; or the moment at which it ends, exclusive:
   * `IS:2026-01-31T15:00:00Z`.
   */
  @Text({ optional: true, pattern: MOMENT, wanted: MOMENT_IN_WORDS })
  to?: string;
  /** Number of events to skip, newest first. Anything but a whole number from 0 means 0. */
  @Lenient({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
  /** Number of events to return, 1 to 1000. Anything else means 50. */
  @Lenient({ min: 1, max: 1000, preset: 50 })
  limit: number = 50;
}

/** Criteria of a table of events. */
export class EventTableQuery extends OmitType(EventSearchQuery, ['offset', 'limit']) {
  /** Number of events to skip, newest first; 0 if omitted. */
  @Within({ min: 0, max: Number.MAX_SAFE_INTEGER, preset: 0 })
  offset: number = 0;
  /** Number of events to return, 1 to 1000; 1000 if omitted. */
  @Within({ min: 1, max: 1000, preset: 1000 })
  limit: number = 1000;
}

/** Criteria of the deprecated event search. An omitted criterion matches everything. */
export class DeprecatedEventSearchDto {
  /** Event type, like `feature-created`. A type that does not exist is refused. */
  @OneOf([...EVENT_TYPES, ...REFERENCE_EVENT_TYPES], { optional: true })
  type?: string;
  /** Project id. */
  @Text({ optional: true })
  project?: string;
  /** Feature name. */
  @Text({ optional: true })
  feature?: string;
  /** Text that the event must contain, ignoring letter case. */
  @Text({ optional: true, max: MAX_TEXT_LENGTH })
  query?: string;
  /** Number of events to return, 1 to 100; 100 by default. */
  @Int({ optional: true, min: 1, max: 100 })
  limit?: number;
  /** Number of events to skip, newest first; 0 by default. */
  @Int({ optional: true, min: 0 })
  offset?: number;
}

/** A tag that the feature carried at the time of the event. */
export class EventTagResponse {
  /** Value of the tag. */
  value: string;
  /** Type of the tag. */
  type: string;
}

/** The token, emergency link or safeguard that acted, without its secret. */
export class EventTokenResponse {
  /** Kind of token. */
  @ApiProperty({ enum: ['api-token', 'personal-token', 'emergency-link', 'safeguard', 'signal'] })
  type: string;
  /** Id of the token, as in lists of tokens, of the emergency link or of the safeguard. */
  id: string;
  /**
   * Name of an API token; description of a personal token; what an emergency link is for; what a
   * safeguard found.
   */
  name: string;
}

/** An event: what was changed, by whom and when. */
export class EventResponse {
  /** Id of the event. Ids grow with time; events written concurrently may be out of order. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Event type, such as `feature-environment-disabled`. */
  type: string;
  /**
   * The actor at the time of the event: the e-mail address, else the user name, else the name of
   * the token.
   */
  createdBy: string;
  /** User id of the actor; −42 for API tokens, −1337 for the service itself. */
  @ApiProperty({ type: 'integer' })
  createdByUserId: number;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** The state after the change, or details; null when the type says everything. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  data: object | null;
  /** The state before the change; null when there was none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  preData: object | null;
  /** The tags of the feature at the time of the event. */
  tags: EventTagResponse[];
  /** Name of the feature; null when the event is not about a feature. */
  featureName: string | null;
  /** Id of the project; null when the event is not about a project. */
  project: string | null;
  /** Name of the environment; null when the event is not about an environment. */
  environment: string | null;
  /**
   * IP address of the request; only in events about access, and only for readers of the whole audit
   * log.
   */
  ip?: string;
  /** The token that the actor used; absent for sessions and for the service itself. */
  token?: EventTokenResponse;
  /** Id of the event that this one undoes; absent for other events. */
  @ApiProperty({ type: 'integer', required: false })
  undoes?: number;
  /** Id of the change request that was applied; absent for other events. */
  @ApiProperty({ type: 'integer', required: false })
  changeRequestId?: number;
  /** Id of the schedule that made the change; absent for other events. */
  @ApiProperty({ type: 'integer', required: false })
  scheduleId?: number;
}

/** An event with a description. */
export class DescribedEventResponse extends EventResponse {
  /**
   * The name that the author has everywhere else: at present the name, else user name, else e-mail
   * address; of tokens and deleted users as in `createdBy`.
   */
  createdByName: string;
  /** Short name of what happened. */
  label: string;
  /** One sentence in Markdown that says what happened. */
  summary: string;
}

/** Events, newest first. */
export class EventListResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer', enum: [1] })
  version: number;
  /** The newest events, at most 100. */
  events: EventResponse[];
  /** Number of matching events altogether. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  totalEvents: number;
}

/** Events of a feature, newest first. */
export class FeatureEventListResponse extends EventListResponse {
  /** Name of the feature. */
  toggleName: string;
}

/** The result of an event search. */
export class EventSearchResponse {
  /** The events of the requested page, newest first. */
  events: DescribedEventResponse[];
  /** Number of events on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** A person or token that caused events. */
export class EventCreatorResponse {
  /** Id of the user; −42 for API tokens, −1337 for the service itself. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address; for deleted users the name in their last event. */
  name: string;
}

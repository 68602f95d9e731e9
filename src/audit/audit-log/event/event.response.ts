import { ApiProperty } from '@nestjs/swagger';

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

import { ApiProperty } from '@nestjs/swagger';

/** A tag that a feature carried when an event happened. */
export class EventTagResponse {
  /** The tag. */
  value: string;
  /** Its tag type. */
  type: string;
}

/** The token by which somebody acted. Nothing of its secret. */
export class EventTokenResponse {
  /** What kind of token it is. */
  @ApiProperty({ enum: ['api-token', 'personal-token'] })
  type: string;
  /** Id of the token, as lists of tokens show it. */
  id: string;
  /** Name of an API token; description of a personal token. */
  name: string;
}

/** Something that was changed: what, by whom and when. */
export class EventResponse {
  /**
   * Id of the event; later events have higher ones, but for those that were written at the same
   * moment.
   */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** What happened, like `feature-environment-disabled`. */
  type: string;
  /**
   * Who did it: the e-mail address, else the user name, else the name of the token, as it was then.
   */
  createdBy: string;
  /** Id of who did it; −42 for API tokens, −1337 for the service itself. */
  @ApiProperty({ type: 'integer' })
  createdByUserId: number;
  /** When it happened. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** What there was afterwards; null where the type of event tells all. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  data: object | null;
  /** What there was before; null where there was nothing. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  preData: object | null;
  /** The tags that the feature carried then. */
  tags: EventTagResponse[];
  /** Name of the feature; null when it is not about one. */
  featureName: string | null;
  /** Id of the project; null when it is not about one. */
  project: string | null;
  /** Name of the environment; null when it is not about one. */
  environment: string | null;
  /**
   * The address from which access was used, given or taken; absent for events about anything else.
   */
  ip?: string;
  /**
   * The token by which it was done; absent for what was done by a session or by the service itself.
   */
  token?: EventTokenResponse;
}

/** An event, told in words too. */
export class ToldEventResponse extends EventResponse {
  /** What happened, in a few words. */
  label: string;
  /** What happened, as a sentence in Markdown. */
  summary: string;
}

/** Events, newest first. */
export class EventListResponse {
  /** Version of this form: 1. */
  @ApiProperty({ type: 'integer', enum: [1] })
  version: number;
  /** The newest events, at most 100. */
  events: EventResponse[];
  /** How many there are altogether. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  totalEvents: number;
}

/** Events of a feature, newest first. */
export class FeatureEventListResponse extends EventListResponse {
  /** Name of the feature. */
  toggleName: string;
}

/** What a search found. */
export class EventSearchResponse {
  /** The events of the page that was asked for, newest first. */
  events: ToldEventResponse[];
  /** How many there are on all pages together. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** Someone who caused events. */
export class EventCreatorResponse {
  /** Id of the user; −42 for API tokens, −1337 for the service itself. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /**
   * Name, else user name, else e-mail address; for who is not known any more the name in the last
   * event.
   */
  name: string;
}

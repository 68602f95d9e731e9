import { ApiProperty } from '@nestjs/swagger';
import { TagDto } from '../../flags/tag/tag.dto.js';
import { Flag, Moment, Part, Text } from '../../platform/http/validation/shape.decorators.js';

/** Text in one line: no control characters and no line separators. */
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/;

/** An emergency link to create: for a feature or for a tag. */
export class EmergencyLinkDto {
  /** Name of the feature that the link turns off; omitted for a tag. */
  @Text({ optional: true, min: 1, max: 100 })
  feature?: string;
  /** The tag whose features it turns off: those that carry the tag when the link is used. */
  @Part(() => TagDto, { optional: true })
  tag?: TagDto;
  /** Name of the environment. */
  @Text({ min: 1, max: 100 })
  environment: string;
  /** When the link expires: in the future, and at most 366 days away. */
  @Moment()
  expiresAt: string;
  /** Whether the link can be used only once; false by default. */
  @Flag({ optional: true })
  singleUse?: boolean;
  /** What the link is for, in one line of at most 200 characters; part of the events it causes. */
  @Text({
    optional: true,
    nullable: true,
    trim: true,
    max: 200,
    pattern: ONE_LINE,
    wanted: 'one line without control characters',
  })
  reason?: string | null;
}

/** The states of a link. Only a usable one turns features off. */
const LINK_STATES = ['usable', 'used', 'expired', 'revoked'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** A tag of features. */
export class LinkTagResponse {
  /** Type of the tag. */
  type: string;
  /** Value of the tag. */
  value: string;
}

/** Who created a link, and in whose name it acts. */
export class LinkOwnerResponse {
  /** Id of the user; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name to display. */
  username: string;
  /** URL of the profile image. */
  imageUrl: string;
}

/** An emergency link, without its secret. */
export class EmergencyLinkResponse {
  /** Id of the link. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Id of the project. */
  project: string;
  /** Name of the feature; null when the link is for a tag. */
  @ApiProperty({ type: String, nullable: true })
  feature: string | null;
  /** The tag; null when the link is for a feature. */
  @ApiProperty({ type: LinkTagResponse, nullable: true })
  tag: LinkTagResponse | null;
  /** Name of the environment. */
  environment: string;
  /** Purpose of the link, in words; null when none was given. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** Whether it can be used only once. */
  singleUse: boolean;
  /** When it expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** State. */
  @ApiProperty({ enum: LINK_STATES })
  state: string;
  /**
   * Why it would turn nothing off although it is usable, such as an owner who may not do so there
   * any more; null if nothing is known.
   */
  @ApiProperty({ type: String, nullable: true })
  conflict: string | null;
  /** How often it was used. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  uses: number;
  /** When it was used last; null when it was not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  usedAt: string | null;
  /** When it was revoked; null when it was not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt: string | null;
  /** Its owner. */
  createdBy: LinkOwnerResponse;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A new emergency link, with its address. */
export class NewEmergencyLinkResponse extends EmergencyLinkResponse {
  /** The address of its page, which cannot be read again. Keep it like a password. */
  url: string;
}

/** The emergency links of a project, the newest first. */
export class EmergencyLinksResponse {
  /** The links, at most 100: usable ones, and the latest of those that have ended. */
  links: EmergencyLinkResponse[];
}

/** A feature that a link turns off. */
export class LinkFeatureResponse {
  /** Name of the feature. */
  name: string;
  /** Whether it is on in the environment. */
  enabled: boolean;
}

/** What an emergency link turns off. */
export class EmergencyLinkPageResponse {
  /** Id of the project. */
  project: string;
  /** Name of the environment. */
  environment: string;
  /** The tag; null when the link is for a feature. */
  @ApiProperty({ type: LinkTagResponse, nullable: true })
  tag: LinkTagResponse | null;
  /** The features in alphabetical order; none when they are archived or nothing has the tag. */
  features: LinkFeatureResponse[];
  /** Purpose of the link, in words; null when none was given. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** The name of its owner, as in events. */
  owner: string;
  /** When it expires. */
  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
  /** Whether it can be used only once. */
  singleUse: boolean;
}

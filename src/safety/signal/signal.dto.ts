import { ApiProperty } from '@nestjs/swagger';
import { TagDto } from '../../flags/tag/tag.dto.js';
import { ListOf, Text } from '../../platform/http/validation/shape.decorators.js';

/** Names are part of addresses. */
const NAME = /^[a-z0-9][a-z0-9._-]*$/;
/** Maximum number of features that a signal turns off, besides those with its tags. */
const MOST_TARGETS = 50;
/** Maximum number of tags of a signal. */
const MOST_TAGS = 20;

/** A feature that a signal turns off in an environment. */
export class SignalTargetDto {
  /** Name of the feature, which belongs to the project. */
  @Text({ min: 1, max: 100 })
  feature: string;
  /** Name of the environment. */
  @Text({ min: 1, max: 100 })
  environment: string;
}

/** A tag whose features a signal turns off in an environment. */
export class SignalTagDto extends TagDto {
  /** Name of the environment. */
  @Text({ min: 1, max: 100 })
  environment: string;
}

/** A signal to create. */
export class SignalDto {
  /** Its name, which is unique in the instance: small letters, digits, `.`, `_` and `-`. */
  @Text({ min: 1, max: 100, pattern: NAME, wanted: 'small letters, digits, ".", "_" and "-"' })
  name: string;
  /** The features that it turns off, at most 50; needed if there are no tags. */
  @ListOf(() => SignalTargetDto, { optional: true, max: MOST_TARGETS })
  targets?: SignalTargetDto[];
  /** Tags whose features it turns off: those of the project that carry them when it is sent. */
  @ListOf(() => SignalTagDto, { optional: true, max: MOST_TAGS })
  tags?: SignalTagDto[];
}

/** A feature that a signal turns off in an environment. */
export class SignalTargetResponse {
  /** Name of the feature. */
  feature: string;
  /** Name of the environment. */
  environment: string;
}

/** A feature that a signal is bound to in an environment. */
export class SignalTargetOfListResponse extends SignalTargetResponse {
  /** Why the signal does not turn it off at present; null when it does. */
  @ApiProperty({ type: String, nullable: true })
  conflict: string | null;
}

/** A tag that a signal is bound to in an environment. */
export class SignalTagResponse {
  /** Type of the tag. */
  type: string;
  /** Value of the tag. */
  value: string;
  /** Name of the environment. */
  environment: string;
  /** How many features of the project have it now. */
  features: number;
  /** Why the signal turns none of them off at present; null when it does. */
  @ApiProperty({ type: String, nullable: true })
  conflict: string | null;
}

/** A feature that a signal is bound to, but has not turned off. */
export class SkippedTargetResponse extends SignalTargetResponse {
  /** Why not. */
  conflict: string;
}

/** What monitoring can send to turn features off. */
export class SignalResponse {
  /** Id of the signal. */
  id: number;
  /** Its name, part of its address. */
  name: string;
  /** Id of the project. */
  project: string;
  /** The features that it turns off. They disappear when they or the environment are deleted. */
  targets: SignalTargetOfListResponse[];
  /** The tags whose features it turns off, too. */
  tags: SignalTagResponse[];
  /**
   * Why it would turn nothing off, such as an owner who no longer exists or may not turn off there
   * any more; null if nothing is known.
   */
  @ApiProperty({ type: String, nullable: true })
  conflict: string | null;
  /** How often it was sent. */
  uses: number;
  /** When it was sent last; null when it was not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  usedAt: string | null;
  /** Name of its owner. */
  createdBy: string;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A new signal, with its token. */
export class NewSignalResponse extends SignalResponse {
  /** The token, which cannot be read again. */
  token: string;
  /** Where to send it. */
  url: string;
}

/** The signals of a project. */
export class SignalsResponse {
  /** The signals, at most 50, the newest first. */
  signals: SignalResponse[];
}

/** What a signal did. */
export class ReceivedSignalResponse {
  /** The features that are off now because of it, or were off before. */
  turnedOff: SignalTargetResponse[];
  /** What else it is bound to, and why that was not turned off. */
  skipped: SkippedTargetResponse[];
}

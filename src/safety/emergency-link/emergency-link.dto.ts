import { Flag, Moment, Part, Text } from '../../platform/http/validation/shape.decorators.js';
import { TagDto } from '../../flags/tag/tag.dto.js';

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

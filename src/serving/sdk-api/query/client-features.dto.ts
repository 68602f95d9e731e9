import { MAX_NAME_LENGTH, MAX_CHOSEN } from './query-limits.js';
import { Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

/** Filters of the features that an SDK requests. */
export class ClientFeaturesQueryDto {
  /** Only features with this tag, as `type:value`; any of several. At most 50. */
  @TextList({ optional: true, one: true, max: MAX_CHOSEN })
  tag?: string[];
  /**
   * Only features of this project; any of several. At most 50. Ignored for tokens that are limited
   * to projects.
   */
  @TextList({ optional: true, one: true, max: MAX_CHOSEN })
  project?: string[];
  /** Only features whose names start with this text. At most 255 characters. */
  @Text({ optional: true, min: 1 })
  namePrefix?: string;
  /** The environment, for tokens without one; when omitted, all features are off. */
  @Text({ optional: true, max: MAX_NAME_LENGTH })
  environment?: string;
}

import { LONGEST_NAME, MOST_VALUES } from './query-limits.js';
import { Text, TextList } from '../../http/validation/shape.decorators.js';

/** Which features an SDK wants. */
export class ClientFeaturesQueryDto {
  /**
   * Only features with this tag, as `type:value`; given several times, with any of them. At most
   * 50.
   */
  @TextList({ optional: true, one: true, max: MOST_VALUES })
  tag?: string[];
  /**
   * Only features of this project; given several times, of any of them. At most 50. A token that is
   * for certain projects decides that itself.
   */
  @TextList({ optional: true, one: true, max: MOST_VALUES })
  project?: string[];
  /** Only features whose names start so. At most 255 characters. */
  @Text({ optional: true, min: 1 })
  namePrefix?: string;
  /** The environment, for tokens that are for none; without any, every feature is off. */
  @Text({ optional: true, max: LONGEST_NAME })
  environment?: string;
}

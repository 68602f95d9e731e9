import { Text, TextList } from '../../http/validation/shape.decorators.js';

/** Which features an SDK wants. */
export class ClientFeaturesQueryDto {
  /** Only features with this tag, as `type:value`; given several times, with any of them. */
  @TextList({ optional: true, one: true })
  tag?: string[];
  /** Only features of this project; given several times, of any of them. A token that is for certain projects decides that itself. */
  @TextList({ optional: true, one: true })
  project?: string[];
  /** Only features whose names start so. */
  @Text({ optional: true, min: 1 })
  namePrefix?: string;
  /** The environment, for tokens that are for none; without any, every feature is off. */
  @Text({ optional: true })
  environment?: string;
}

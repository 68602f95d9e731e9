import { Text } from '../http/validation/shape.decorators.js';

/** A tag of a feature. */
export class TagDto {
  /** The tag, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  value: string;
  /** Its tag type, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  type: string;
}

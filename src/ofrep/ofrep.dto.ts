import { AnyObject } from '../http/validation/shape.decorators.js';

/** A request of the OpenFeature Remote Evaluation Protocol. */
export class OfrepRequestDto {
  /**
   * Whom flags are evaluated for. `targetingKey` stands for `userId`, unless there is one; other
   * names that are not known count as properties, which may be anything: constraints see lists as
   * their elements with commas between them, and nothing of objects.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

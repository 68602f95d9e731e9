import { AnyObject } from '../http/validation/shape.decorators.js';

/** An OFREP request. */
export class OfrepRequestDto {
  /**
   * The evaluation context. `targetingKey` is used as `userId` and `sessionId` unless these are
   * given; without any, the session is a random one for each request. Unknown fields are treated as
   * properties of any type: constraints see lists as comma-separated elements, and cannot see
   * objects.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

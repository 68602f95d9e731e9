import { AnyObject, Text } from '../../platform/http/validation/shape.decorators.js';

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

/** Parameters of a request for all flags. */
export class OfrepFlagsQueryDto {
  /**
   * The `etag` of the signal that led to the request. An instance that has another state looks for
   * changes before it responds.
   */
  @Text({ optional: true })
  flagConfigEtag?: string;
}

/** Parameters of a stream of signals. */
export class OfrepStreamQueryDto {
  /** A ticket, in place of a token in the `Authorization` header. */
  @Text({ optional: true })
  ticket?: string;
  /** The state of which the client has evaluated the flags. */
  @Text({ optional: true })
  since?: string;
}

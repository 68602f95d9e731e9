import { AnyObject } from '../../platform/http/validation/shape.decorators.js';

/** The evaluation context. */
export class FrontendContextDto {
  /**
   * For example `{"userId": "7", "properties": {"plan": "pro"}}`; empty when omitted. Unknown
   * fields are treated as properties.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

import { AnyObject } from '../http/validation/shape.decorators.js';

/** Whom features are evaluated for. */
export class FrontendContextDto {
  /**
   * Like `{"userId": "7", "properties": {"plan": "pro"}}`; nobody in particular when left out.
   * Unknown names count as properties.
   */
  @AnyObject({ optional: true })
  context?: Record<string, unknown>;
}

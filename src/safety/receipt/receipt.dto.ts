import { OneOf } from '../../platform/http/validation/shape.decorators.js';

/** The form of the receipt to return. */
export class ReceiptQuery {
  /**
   * `jose` returns the signed receipt alone, as a file to keep, like `Accept: application/jose`;
   * `json` by default.
   */
  @OneOf(['json', 'jose'], { optional: true })
  format?: 'json' | 'jose';
}

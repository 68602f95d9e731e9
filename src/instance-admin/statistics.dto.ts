import { OneOf } from '../http/validation/shape.decorators.js';

/** How statistics are returned. */
export class StatisticsQuery {
  /** `true`: as a JSON Web Signature, like with `Accept: application/jose+json`. */
  @OneOf(['true', 'false'], { optional: true })
  signed?: string;
}

import { Lenient } from '../../http/validation/shape.decorators.js';

/** Which denied requests are wanted. */
export class DeniedRequestsQuery {
  /**
   * How many rows are passed over, newest first. Anything but a whole number from 0 counts as 0.
   */
  @Lenient({ min: 0, max: 1_000_000_000, preset: 0 })
  offset: number = 0;
  /** How many rows are wanted at most, 1 to 1000. Anything else counts as 100. */
  @Lenient({ min: 1, max: 1000, preset: 100 })
  limit: number = 100;
}

import { Int, INT4_FROM_0 } from '../http/validation/shape.decorators.js';

/** How long features of a type are expected to live. */
export class FeatureTypeLifetimeDto {
  /** Days, up to 2147483647; 0 and null mean that they never become stale by age. */
  @Int({ nullable: true, ...INT4_FROM_0 })
  lifetimeDays: number | null;
}

import { Whole } from '../http/validation/shape.decorators.js';

/** How long features of a type are expected to live. */
export class FeatureTypeLifetimeDto {
  /** Days, up to 2147483647; 0 and null mean that they never become stale by age. */
  @Whole({ nullable: true, min: 0, max: 2_147_483_647 })
  lifetimeDays: number | null;
}

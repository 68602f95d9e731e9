import { Int, INT4_FROM_0 } from '../../platform/http/validation/shape.decorators.js';

/** The expected lifetime of features of a type. */
export class FeatureTypeLifetimeDto {
  /** Days, up to 2147483647; 0 and null for no limit. */
  @Int({ nullable: true, ...INT4_FROM_0 })
  lifetimeDays: number | null;
}

import { ApiProperty } from '@nestjs/swagger';
import { Int, INT4_FROM_0 } from '../../platform/http/validation/shape.decorators.js';

/** The expected lifetime of features of a type. */
export class FeatureTypeLifetimeDto {
  /** Days, up to 2147483647; 0 and null for no limit. */
  @Int({ nullable: true, ...INT4_FROM_0 })
  lifetimeDays: number | null;
}

/** A feature type. */
export class FeatureTypeResponse {
  /** Id of the type, such as `kill-switch`. */
  id: string;
  /** Name of the type. */
  name: string;
  /** Purpose of features of this type. */
  description: string;
  /** Days after which a feature of this type is potentially stale; null for never. */
  @ApiProperty({ type: 'integer', nullable: true })
  lifetimeDays: number | null;
}

/** All feature types. */
export class FeatureTypesResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The types in a fixed order. */
  types: FeatureTypeResponse[];
}

import { ApiProperty } from '@nestjs/swagger';

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

import { ApiProperty } from '@nestjs/swagger';

/** A kind of feature. */
export class FeatureTypeResponse {
  /** Id of the type, like `kill-switch`. */
  id: string;
  /** What people call it. */
  name: string;
  /** What features of this type are for. */
  description: string;
  /** Days after which a feature of this type counts as potentially stale; null when never. */
  @ApiProperty({ type: 'integer', nullable: true })
  lifetimeDays: number | null;
}

/** All kinds of features. */
export class FeatureTypesResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The types, in an order that never changes. */
  types: FeatureTypeResponse[];
}

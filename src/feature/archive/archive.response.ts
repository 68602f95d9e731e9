import { ApiProperty } from '@nestjs/swagger';

/** How an archived feature stands in one environment. */
export class ArchivedFeatureEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** When usage there was last reported; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether the feature is on there. */
  enabled: boolean;
}

/** A feature that is archived. */
export class ArchivedFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** What the feature is about; null when nobody said. */
  description: string | null;
  /** Kind of flag. */
  type: string;
  /** Id of the project that the feature belongs to. */
  project: string;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Whether SDKs collected impression data. */
  impressionData: boolean;
  /** When usage was last reported in any environment; null before the first report. Deprecated. */
  @ApiProperty({ format: 'date-time', deprecated: true })
  lastSeenAt: string | null;
  /** When the feature was archived. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string;
  /** Always empty, as in the reference. Deprecated. */
  @ApiProperty({ deprecated: true })
  environments: ArchivedFeatureEnvironmentResponse[];
}

/** Features that are archived. */
export class ArchivedFeaturesResponse {
  /** Version of this form of answer, always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The features, ordered by name. */
  features: ArchivedFeatureResponse[];
}

/** What archiving some features together would come to. */
export class ArchiveValidationResponse {
  /**
   * Those on which features depend that are not in the list: they stand in the way of archiving.
   */
  parentsWithChildFeatures: string[];
  /** Whether some of the features depend on others, which they would not any more. */
  hasDeletedDependencies: boolean;
}

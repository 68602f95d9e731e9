import { ApiProperty } from '@nestjs/swagger';

/** A feature in a path without project. */
export class ArchivedFeatureParams {
  /** Name of the feature. */
  featureName: string;
}

/** An archived feature in one environment. */
export class ArchivedFeatureEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** When usage in this environment was last reported; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether the feature is on in this environment. */
  enabled: boolean;
}

/** An archived feature. */
export class ArchivedFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Feature type. */
  type: string;
  /** Id of the project of the feature. */
  project: string;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Whether SDKs emitted impression events. */
  impressionData: boolean;
  /** When usage was last reported in any environment; null if never. Deprecated. */
  @ApiProperty({ format: 'date-time', deprecated: true })
  lastSeenAt: string | null;
  /** When the feature was archived. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string;
  /** Deprecated; always empty, as in the reference. */
  @ApiProperty({ deprecated: true })
  environments: ArchivedFeatureEnvironmentResponse[];
}

/** A list of archived features. */
export class ArchivedFeaturesResponse {
  /** Version of this format; always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The features, ordered by name. */
  features: ArchivedFeatureResponse[];
}

/** What archiving several features together would do. */
export class ArchiveValidationResponse {
  /**
   * Names of features that cannot be archived, because others that are not in the list depend on
   * them.
   */
  parentsWithChildFeatures: string[];
  /** Whether any of the features depends on another, or another on it. */
  hasDeletedDependencies: boolean;
}

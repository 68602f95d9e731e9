import { ApiProperty } from '@nestjs/swagger';
import {
  LifecycleResponse,
  ListedFeatureEnvironmentResponse,
  TagResponse,
  UserSummaryResponse,
} from '../feature.response.js';

/** How a found feature stands in one environment. */
export class FoundFeatureEnvironmentResponse extends ListedFeatureEnvironmentResponse {
  /** How often it was reported on within the running hour. */
  @ApiProperty({ type: 'integer' })
  yes: number;
  /** How often it was reported off within the running hour. */
  @ApiProperty({ type: 'integer' })
  no: number;
}

/** A feature that was found. */
export class FoundFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Kind of flag. */
  type: string;
  /** What the feature is about; null when nobody said. */
  description: string | null;
  /** Id of the project that the feature belongs to. */
  project: string;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether SDKs collect impression data. */
  impressionData: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who created the feature. */
  createdBy: UserSummaryResponse;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** When usage was last reported in any environment; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** `child`: depends on another feature; `parent`: others depend on it; null: neither. */
  @ApiProperty({ type: String, enum: ['parent', 'child', null], nullable: true })
  dependencyType: string | null;
  /** The project's environments in their order. */
  environments: FoundFeatureEnvironmentResponse[];
  /** Names of the segments that its strategies use. */
  segments: string[];
  /** The current lifecycle stage. */
  lifecycle: LifecycleResponse;
  /** The tags of the feature; absent when it has none. */
  tags?: TagResponse[];
}

/** A page of features that were found. */
export class FeatureSearchResponse {
  /** The features of the page, in the order asked for. */
  features: FoundFeatureResponse[];
  /** How many were found in all, whatever the page. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

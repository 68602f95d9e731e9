import { ApiProperty } from '@nestjs/swagger';
import {
  LifecycleResponse,
  ListedFeatureEnvironmentResponse,
  TagResponse,
  UserSummaryResponse,
} from '../feature.response.js';

/** A found feature in one environment. */
export class FoundFeatureEnvironmentResponse extends ListedFeatureEnvironmentResponse {
  /** Number of evaluations as on, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  yes: number;
  /** Number of evaluations as off, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  no: number;
}

/** A found feature. */
export class FoundFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Feature type. */
  type: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Id of the project of the feature. */
  project: string;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether SDKs emit impression events. */
  impressionData: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Who created the feature. */
  createdBy: UserSummaryResponse;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** When usage was last reported in any environment; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /**
   * `child` when it depends on another feature, `parent` when others depend on it; null otherwise.
   */
  @ApiProperty({ type: String, enum: ['parent', 'child', null], nullable: true })
  dependencyType: string | null;
  /** The environments of the project in order. */
  environments: FoundFeatureEnvironmentResponse[];
  /** Names of the segments that its strategies use. */
  segments: string[];
  /** The current lifecycle stage. */
  lifecycle: LifecycleResponse;
  /** The tags of the feature; absent when it has none. */
  tags?: TagResponse[];
}

/** A page of found features. */
export class FeatureSearchResponse {
  /** The features of the page in the requested order. */
  features: FoundFeatureResponse[];
  /** Number of matching features on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

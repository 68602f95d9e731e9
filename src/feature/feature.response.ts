import { ApiProperty } from '@nestjs/swagger';
import { TagResponse } from '../tag/tag.response.js';
import { ConstraintResponse, StrategyResponse } from './strategy.response.js';
import { VariantResponse } from './variant.response.js';

export { ConstraintResponse, StrategyResponse, TagResponse };

/** A person, as far as a feature shows people. */
export class UserSummaryResponse {
  /** Id of the user; −42 for admin tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address, else `unknown`. */
  name: string;
  /** Address of the profile picture. */
  imageUrl: string;
}

/** Who changed a feature. */
export class CollaboratorsResponse {
  /** Everyone who caused an event of the feature, most recent change first. */
  users: UserSummaryResponse[];
}

/** Where a feature stands in its life. */
export class LifecycleResponse {
  /** The current stage. */
  @ApiProperty({ enum: ['initial', 'pre-live', 'live', 'completed', 'archived'] })
  stage: string;
  /** When the feature entered the stage. */
  @ApiProperty({ format: 'date-time' })
  enteredStageAt: string;
}

/** That a feature depends on another, its parent. */
export class DependencyResponse {
  /** Name of the parent feature. */
  feature: string;
  /** Whether the parent must be enabled, or must be disabled. */
  enabled: boolean;
  /** The variants of which the parent must resolve to one; empty for any. */
  variants: string[];
}

/** A feature in one environment. */
export class FeatureEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** Name of the feature. */
  featureName: string;
  /** Name of the environment. */
  environment: string;
  /** Type of the environment, such as `production`. */
  type: string;
  /** Whether the feature is on in this environment. */
  enabled: boolean;
  /** Position in the list of environments. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /**
   * When usage of the feature in this environment was last reported; null before the first report.
   */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** How often it was reported on within the running hour. */
  @ApiProperty({ type: 'integer' })
  yes: number;
  /** How often it was reported off within the running hour. */
  @ApiProperty({ type: 'integer' })
  no: number;
  /** How many variants are defined here. */
  @ApiProperty({ type: 'integer' })
  variantCount: number;
  /** The variants defined here. */
  variants: VariantResponse[];
  /** The activation strategies, in their order. */
  strategies: StrategyResponse[];
  /** Whether there are strategies. */
  hasStrategies: boolean;
  /** Whether any strategy is not disabled. */
  hasEnabledStrategies: boolean;
}

/** A feature with all that belongs to it. */
export class FeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Kind of flag: `release`, `experiment`, `operational`, `kill-switch` or `permission`. */
  type: string;
  /** What the feature is about; null when nobody said. */
  description: string | null;
  /** Whether the feature is archived. */
  archived: boolean;
  /** Id of the project that the feature belongs to. */
  project: string;
  /** Whether the feature is on in at least one environment. */
  enabled: boolean;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Whether SDKs collect impression data. */
  impressionData: boolean;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string | null;
  /** Who created the feature. */
  createdBy: UserSummaryResponse;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /**
   * When usage was last reported in any environment. Deprecated since 5.0: read it of each
   * environment instead.
   */
  @ApiProperty({ format: 'date-time', deprecated: true })
  lastSeenAt: string | null;
  /** The project's environments in their order, and how the feature stands in each. */
  environments: FeatureEnvironmentResponse[];
  /**
   * Variants of the first environment that has any. Deprecated: read them of each environment
   * instead.
   */
  @ApiProperty({ deprecated: true })
  variants: VariantResponse[];
  /**
   * Strategies of the first environment that has any. Deprecated since 5.0: read them of each
   * environment instead.
   */
  @ApiProperty({ deprecated: true })
  strategies: StrategyResponse[];
  /** The tags of the feature, ordered by type and value. */
  tags: TagResponse[];
  /** Names of the features that depend on this one. Experimental: may change. */
  children: string[];
  /** The current lifecycle stage. */
  lifecycle: LifecycleResponse;
  /** The features that this one depends on. Experimental: may change. */
  dependencies: DependencyResponse[];
  /** Who changed the feature. */
  collaborators: CollaboratorsResponse;
}

/** A feature alone, as it is answered on creation and change. */
export class BareFeatureResponse {
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
  /** When usage was last reported in any environment; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether SDKs collect impression data. */
  impressionData: boolean;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** Whether the feature is archived. */
  archived: boolean;
}

/** How a listed feature stands in one environment. */
export class ListedFeatureEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** Whether the feature is on there. */
  enabled: boolean;
  /** Type of the environment. */
  type: string;
  /** Position in the list of environments. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** How many variants are defined there. */
  @ApiProperty({ type: 'integer' })
  variantCount: number;
  /** When usage there was last reported; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether there are strategies. */
  hasStrategies: boolean;
  /** Whether any strategy is not disabled. */
  hasEnabledStrategies: boolean;
}

/** A feature in the list of its project. */
export class ListedFeatureResponse {
  /** Kind of flag. */
  type: string;
  /** What the feature is about; null when nobody said. */
  description: string | null;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Unique name of the feature. */
  name: string;
  /** When the feature was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether SDKs collect impression data. */
  impressionData: boolean;
  /** When usage was last reported in any environment; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** The project's environments in their order. */
  environments: ListedFeatureEnvironmentResponse[];
  /** The tags of the feature; absent when it has none. */
  tags?: TagResponse[];
}

/** The features of a project that are not archived. */
export class FeatureListResponse {
  /** Version of this form of answer, always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The features, ordered by name. */
  features: ListedFeatureResponse[];
}

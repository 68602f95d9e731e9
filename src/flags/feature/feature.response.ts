import { ApiProperty } from '@nestjs/swagger';
import { TagResponse } from '../tag/tag.dto.js';
import { ConstraintResponse, StrategyResponse } from './strategy/strategy.dto.js';
import { VariantResponse } from './variant/variant.dto.js';

export { ConstraintResponse, StrategyResponse, TagResponse };

/** A person in short, as shown with features. */
export class UserSummaryResponse {
  /** Id of the user; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address, else `unknown`. */
  name: string;
  /** URL of the profile picture. */
  imageUrl: string;
}

/** The users who changed a feature. */
export class CollaboratorsResponse {
  /** Users with an event of the feature, most recent first. */
  users: UserSummaryResponse[];
}

/** The lifecycle stage of a feature. */
export class LifecycleResponse {
  /** The current stage. */
  @ApiProperty({ enum: ['initial', 'pre-live', 'live', 'completed', 'archived'] })
  stage: string;
  /** `kept` or `discarded`; only with the stage `completed`. */
  status?: string;
  /** When the feature entered the stage. */
  @ApiProperty({ format: 'date-time' })
  enteredStageAt: string;
}

/** A dependency on a parent feature. */
export class DependencyResponse {
  /** Name of the parent feature. */
  feature: string;
  /** Whether the parent must be enabled or disabled. */
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
  /** When usage in this environment was last reported; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Number of evaluations as on, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  yes: number;
  /** Number of evaluations as off, reported for the current hour. */
  @ApiProperty({ type: 'integer' })
  no: number;
  /** Number of variants in this environment. */
  @ApiProperty({ type: 'integer' })
  variantCount: number;
  /** The variants in this environment. */
  variants: VariantResponse[];
  /** Strategies in evaluation order. */
  strategies: StrategyResponse[];
  /** Whether there are strategies, including disabled ones. */
  hasStrategies: boolean;
  /** Whether there are enabled strategies. */
  hasEnabledStrategies: boolean;
}

/** A link of a feature to a page elsewhere. */
export class FeatureLinkResponse {
  /** Id of the link. */
  id: string;
  /** URL of the page. */
  url: string;
  /** Title; null when there is none. */
  title: string | null;
}

/** A feature with all its parts. */
export class FeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Feature type: `release`, `experiment`, `operational`, `kill-switch` or `permission`. */
  type: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether the feature is archived. */
  archived: boolean;
  /** Id of the project of the feature. */
  project: string;
  /** Whether the feature is on in at least one environment. */
  enabled: boolean;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Whether SDKs emit impression events. */
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
   * When usage was last reported in any environment; null if never. Deprecated since 5.0: use
   * `lastSeenAt` of the environments.
   */
  @ApiProperty({ format: 'date-time', deprecated: true })
  lastSeenAt: string | null;
  /** The environments of the project in order, with the state of the feature in each. */
  environments: FeatureEnvironmentResponse[];
  /**
   * Variants of the first environment that has any. Deprecated: use `variants` of the environments.
   */
  @ApiProperty({ deprecated: true })
  variants: VariantResponse[];
  /**
   * Strategies of the first environment that has any. Deprecated since 5.0: use `strategies` of the
   * environments.
   */
  @ApiProperty({ deprecated: true })
  strategies: StrategyResponse[];
  /** The tags of the feature, ordered by type and value. */
  tags: TagResponse[];
  /** Names of the features that depend on this one. Experimental: may change. */
  children: string[];
  /** The current lifecycle stage. */
  lifecycle: LifecycleResponse;
  /** The parents of this feature. Experimental: may change. */
  dependencies: DependencyResponse[];
  /** The users who changed the feature. */
  collaborators: CollaboratorsResponse;
  /** Links to pages elsewhere, oldest first; absent when there are none. */
  links?: FeatureLinkResponse[];
  /** Label of the folder of flags as code that it belongs to; absent when it belongs to none. */
  managedBy?: string;
}

/** A feature without its parts, as returned by creation and changes. */
export class BareFeatureResponse {
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
  /** When usage was last reported in any environment; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether SDKs emit impression events. */
  impressionData: boolean;
  /** When the feature was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** Whether the feature is archived. */
  archived: boolean;
}

/** A listed feature in one environment. */
export class ListedFeatureEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** Whether the feature is on in this environment. */
  enabled: boolean;
  /** Type of the environment. */
  type: string;
  /** Position in the list of environments. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** Number of variants in this environment. */
  @ApiProperty({ type: 'integer' })
  variantCount: number;
  /** When usage in this environment was last reported; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** Whether there are strategies, including disabled ones. */
  hasStrategies: boolean;
  /** Whether there are enabled strategies. */
  hasEnabledStrategies: boolean;
}

/** A feature in the list of its project. */
export class ListedFeatureResponse {
  /** Feature type. */
  type: string;
  /** Description; null when there is none. */
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
  /** Whether SDKs emit impression events. */
  impressionData: boolean;
  /** When usage was last reported in any environment; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string | null;
  /** The environments of the project in order. */
  environments: ListedFeatureEnvironmentResponse[];
  /** The tags of the feature; absent when it has none. */
  tags?: TagResponse[];
}

/** The live features of a project. */
export class FeatureListResponse {
  /** Version of this format; always 2. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The features, ordered by name. */
  features: ListedFeatureResponse[];
}

import { ApiProperty } from '@nestjs/swagger';
import { DefaultStrategyResponse } from '../feature/default-strategy/default-strategy.dto.js';
import { ListedFeatureResponse } from '../feature/feature.response.js';
import {
  FeatureTypeCountResponse,
  ProjectStatsResponse,
} from '../project/insights/insights.dto.js';

/** Naming rule for the features of a project. */
export class FeatureNamingResponse {
  /** A regular expression that new feature names must match entirely; null for any name. */
  pattern: string | null;
  /** An example of a valid name; null when there is none. */
  example: string | null;
  /** Description of the pattern; null when there is none. */
  description: string | null;
}

/** A link that new features of a project get. */
export class LinkTemplateResponse {
  /** Title of the link; null when there is none. */
  title: string | null;
  /** URL in which `{{project}}` and `{{feature}}` are replaced. */
  urlTemplate: string;
}

/** An environment of a project. */
export class ProjectEnvironmentResponse {
  /** Name of the environment. */
  environment: string;
  /** The default strategy; absent when none is set. */
  defaultStrategy?: DefaultStrategyResponse;
}

/** Progress of a project until its first feature is in use. */
export class OnboardingStatusResponse {
  /**
   * `onboarding-started` without features, `first-flag-created` with unused features, `onboarded`
   * once usage was reported.
   */
  @ApiProperty({ enum: ['onboarding-started', 'first-flag-created', 'onboarded'] })
  status: string;
  /** Name of the oldest feature; only with `first-flag-created`. */
  feature?: string;
}

/** Properties common to all overviews of a project. */
export class ProjectSummaryResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** Name of the project. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Collaboration mode: `open`, `protected` or `private`. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** Maximum number of live features; null for no limit. */
  @ApiProperty({ type: 'integer' })
  featureLimit: number | null;
  /** Naming rule for features. */
  featureNaming: FeatureNamingResponse;
  /** Default context field for stickiness. */
  defaultStickiness: string;
  /**
   * Percentage of live features that are neither stale nor potentially stale, 0 to 100; 100 without
   * features.
   */
  health: number;
  /**
   * Percentage of live features that are stale or potentially stale, 0 to 100; 0 without features.
   */
  @ApiProperty({ type: 'integer' })
  technicalDebt: number;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** When the project itself was last changed. */
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  /** When the project was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** The environments in order. */
  environments: ProjectEnvironmentResponse[];
  /** Statistics of the project. */
  stats: ProjectStatsResponse;
  /** Number of users with a role in this project, directly or through a group. */
  @ApiProperty({ type: 'integer' })
  members: number;
}

/** Overview of a project. */
export class ProjectOverviewResponse extends ProjectSummaryResponse {
  /** When the project was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** Number of live features by type, in the order of types, without types that have none. */
  featureTypeCounts: FeatureTypeCountResponse[];
  /** Progress until the first feature is in use. */
  onboardingStatus: OnboardingStatusResponse;
  /** Links that new features get; absent when there are none. */
  linkTemplates?: LinkTemplateResponse[];
}

/** Overview of a project with all its features. */
export class DeprecatedProjectOverviewResponse extends ProjectSummaryResponse {
  /** The live features, ordered by name. */
  features: ListedFeatureResponse[];
}

/** Overview of a project with the health of its features. */
export class HealthReportResponse extends DeprecatedProjectOverviewResponse {
  /** Number of live features that are neither stale nor potentially stale. */
  @ApiProperty({ type: 'integer' })
  activeCount: number;
  /**
   * Number of potentially stale features: live, not marked as stale, and older than the lifetime of
   * their type.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleCount: number;
  /** Number of live features that are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleCount: number;
}

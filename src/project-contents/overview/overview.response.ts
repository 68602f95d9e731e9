import { ApiProperty } from '@nestjs/swagger';
import { ListedFeatureResponse } from '../../feature/feature.response.js';
import { DefaultStrategyResponse } from '../../feature/default-strategy/default-strategy.response.js';
import {
  FeatureTypeCountResponse,
  ProjectStatsResponse,
} from '../../project/stats/stats.response.js';

/** How a project's feature names must look. */
export class FeatureNamingResponse {
  /**
   * A regular expression that the whole of each new feature name must match; null when any name
   * will do.
   */
  pattern: string | null;
  /** A name that matches. */
  example: string | null;
  /** The pattern in words. */
  description: string | null;
}

/** A link that every feature of a project has. */
export class LinkTemplateResponse {
  /** What the link is called; null when it has no name. */
  title: string | null;
  /** Its address, in which `{{project}}` and `{{feature}}` stand for their names. */
  urlTemplate: string;
}

/** An environment of a project. */
export class ProjectEnvironmentResponse {
  /** Name of the environment. */
  environment: string;
  /** By which strategy features start there; absent when the project has set none. */
  defaultStrategy?: DefaultStrategyResponse;
}

/** How far a project has come with its first feature. */
export class OnboardingStatusResponse {
  /**
   * `onboarding-started` without features, `first-flag-created` with features that nobody has used
   * yet, `onboarded` once usage was reported.
   */
  @ApiProperty({ enum: ['onboarding-started', 'first-flag-created', 'onboarded'] })
  status: string;
  /** Name of the oldest feature; with `first-flag-created` only. */
  feature?: string;
}

/** What every overview of a project tells. */
export class ProjectSummaryResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** What people call the project. */
  name: string;
  /** What it is about; null when nobody said. */
  description: string | null;
  /** Who is meant to take part. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** How many live features it may have; null for any number. */
  @ApiProperty({ type: 'integer' })
  featureLimit: number | null;
  /** How feature names must look. */
  featureNaming: FeatureNamingResponse;
  /** The context field by which the same user gets the same answer, where nobody says otherwise. */
  defaultStickiness: string;
  /**
   * Share of live features that are neither stale nor potentially stale, in percent, 0 to 100; 100
   * without features.
   */
  health: number;
  /**
   * The rest of it, in percent: the share of live features that are stale or potentially stale; 0
   * without features.
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
  /** Its environments, in their order. */
  environments: ProjectEnvironmentResponse[];
  /** How the project has moved. */
  stats: ProjectStatsResponse;
  /** How many people have a role in this project, by themselves or by a group. */
  @ApiProperty({ type: 'integer' })
  members: number;
}

/** A project at a glance. */
export class ProjectOverviewResponse extends ProjectSummaryResponse {
  /** When the project was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** How many live features there are of each type that has any, in the order of the types. */
  featureTypeCounts: FeatureTypeCountResponse[];
  /** How far it has come with its first feature. */
  onboardingStatus: OnboardingStatusResponse;
  /** Links that every feature has; absent when there are none. */
  linkTemplates?: LinkTemplateResponse[];
}

/** A project at a glance, with all its features. */
export class DeprecatedProjectOverviewResponse extends ProjectSummaryResponse {
  /** The features that are not archived, ordered by name. */
  features: ListedFeatureResponse[];
}

/** How a project and its features are doing. */
export class HealthReportResponse extends DeprecatedProjectOverviewResponse {
  /** How many live features are neither stale nor potentially stale. */
  @ApiProperty({ type: 'integer' })
  activeCount: number;
  /**
   * How many live features are older than features of their type are expected to become, and not
   * marked as stale.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleCount: number;
  /** How many live features are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleCount: number;
}

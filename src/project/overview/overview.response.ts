import { ApiProperty } from '@nestjs/swagger';
import { ListedFeatureResponse } from '../../feature/feature.response.js';
import { DefaultStrategyResponse } from '../default-strategy/default-strategy.response.js';

/** How a project has moved: the last 30 days (the current window) and the 30 days before (the past window). */
export class ProjectStatsResponse {
  /** Mean age in days, to one decimal, at which features were first turned on in production in the current window; 0 when none was. */
  avgTimeToProdCurrentWindow: number;
  /** How many features were created in the current window. */
  @ApiProperty({ type: 'integer' })
  createdCurrentWindow: number;
  /** How many features were created in the past window. */
  @ApiProperty({ type: 'integer' })
  createdPastWindow: number;
  /** How many features were archived in the current window, and still are. */
  @ApiProperty({ type: 'integer' })
  archivedCurrentWindow: number;
  /** How many features were archived in the past window, and still are. */
  @ApiProperty({ type: 'integer' })
  archivedPastWindow: number;
  /** How many events the project had in the current window. */
  @ApiProperty({ type: 'integer' })
  projectActivityCurrentWindow: number;
  /** How many events the project had in the past window. */
  @ApiProperty({ type: 'integer' })
  projectActivityPastWindow: number;
  /** How many people got a role in this project alone in the current window. */
  @ApiProperty({ type: 'integer' })
  projectMembersAddedCurrentWindow: number;
}

/** How a project's feature names must look. */
export class FeatureNamingResponse {
  /** A regular expression that the whole of each new feature name must match; null when any name will do. */
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

/** How many features of a type there are. */
export class FeatureTypeCountResponse {
  /** Id of the feature type. */
  type: string;
  /** How many live features of the project are of it. */
  @ApiProperty({ type: 'integer' })
  count: number;
}

/** How far a project has come with its first feature. */
export class OnboardingStatusResponse {
  /** `onboarding-started` without features, `first-flag-created` with features that nobody has used yet, `onboarded` once usage was reported. */
  @ApiProperty({ enum: ['onboarding-started', 'first-flag-created', 'onboarded'] })
  status: string;
  /** Name of the oldest feature; with `first-flag-created` only. */
  feature?: string;
}

/** What both overviews of a project tell. */
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
  /** Links that every feature has. */
  linkTemplates: LinkTemplateResponse[];
  /** The context field by which the same user gets the same answer, where nobody says otherwise. */
  defaultStickiness: string;
  /** Share of live features that are neither stale nor potentially stale, in percent, 0 to 100; 100 without features. */
  health: number;
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
  /** How many people have a role in this project alone. */
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
}

/** A project at a glance, with all its features. */
export class DeprecatedProjectOverviewResponse extends ProjectSummaryResponse {
  /** The features that are not archived, ordered by name. */
  features: ListedFeatureResponse[];
}

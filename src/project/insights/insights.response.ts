import { ApiProperty } from '@nestjs/swagger';
import { FeatureTypeCountResponse, ProjectStatsResponse } from '../stats/stats.response.js';

/** How long a feature took to get to production. */
export class FeatureLeadTimeResponse {
  /** Name of the feature. */
  name: string;
  /**
   * Days, to one decimal, from its creation to the first time that it was turned on in an
   * environment of type production.
   */
  timeToProduction: number;
}

/** How long features take to get to production. */
export class LeadTimeResponse {
  /** Mean number of days, to one decimal, over the features; 0 when there are none. */
  projectAverage: number;
  /**
   * The features that were created within the last 365 days and have been on in production,
   * archived ones too, ordered by name.
   */
  features: FeatureLeadTimeResponse[];
}

/** In which state the live features of a project are. */
export class ProjectHealthResponse {
  /**
   * Share of live features that are neither stale nor potentially stale, in percent, 0 to 100; 100
   * without features.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  rating: number;
  /** How many are neither stale nor potentially stale. */
  @ApiProperty({ type: 'integer' })
  activeCount: number;
  /**
   * How many are older than features of their type are expected to become, and not marked as stale.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleCount: number;
  /** How many are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleCount: number;
}

/** Who takes part in a project. */
export class ProjectMembersResponse {
  /** How many people have a role in this project, by themselves or by a group. */
  @ApiProperty({ type: 'integer' })
  currentMembers: number;
  /** How many of them have had one for less than 30 days. */
  @ApiProperty({ type: 'integer' })
  change: number;
}

/** How a project is doing. */
export class ProjectInsightsResponse {
  /** How it has moved. */
  stats: ProjectStatsResponse;
  /** How long features take to get to production. */
  leadTime: LeadTimeResponse;
  /** How many live features there are of each type that has any, in the order of the types. */
  featureTypeCounts: FeatureTypeCountResponse[];
  /** In which state its live features are. */
  health: ProjectHealthResponse;
  /** Who takes part in it. */
  members: ProjectMembersResponse;
}

import { ApiProperty, OmitType } from '@nestjs/swagger';

/**
 * Statistics of a project for the last 30 days (current window) and the 30 days before (past
 * window).
 */
export class ProjectStatsResponse {
  /**
   * Average age in days, with one decimal, at which features were first turned on in production in
   * the current window; 0 when there was none.
   */
  avgTimeToProdCurrentWindow: number;
  /** Number of features created in the current window. */
  @ApiProperty({ type: 'integer' })
  createdCurrentWindow: number;
  /** Number of features created in the past window. */
  @ApiProperty({ type: 'integer' })
  createdPastWindow: number;
  /** Number of features archived in the current window that still are. */
  @ApiProperty({ type: 'integer' })
  archivedCurrentWindow: number;
  /** Number of features archived in the past window that still are. */
  @ApiProperty({ type: 'integer' })
  archivedPastWindow: number;
  /** Number of events of the project in the current window. */
  @ApiProperty({ type: 'integer' })
  projectActivityCurrentWindow: number;
  /** Number of events of the project in the past window. */
  @ApiProperty({ type: 'integer' })
  projectActivityPastWindow: number;
  /** Number of users who got a role in the project in the current window. */
  @ApiProperty({ type: 'integer' })
  projectMembersAddedCurrentWindow: number;
}

/** Number of features of a type. */
export class FeatureTypeCountResponse {
  /** Id of the feature type. */
  type: string;
  /** Number of live features of this type. */
  @ApiProperty({ type: 'integer' })
  count: number;
}

/** The lead time of a feature. */
export class FeatureLeadTimeResponse {
  /** Name of the feature. */
  name: string;
  /**
   * Days from creation until it was first turned on in a production environment, with one decimal.
   */
  timeToProduction: number;
}

/** Lead times of features: how long they take to reach production. */
export class LeadTimeResponse {
  /** Average in days, with one decimal; 0 without features. */
  projectAverage: number;
  /**
   * Features created within the last 365 days that have been on in production, including archived
   * ones, ordered by name.
   */
  features: FeatureLeadTimeResponse[];
}

/** Health of the live features of a project. */
export class ProjectHealthResponse {
  /**
   * Percentage of live features that are neither stale nor potentially stale, 0 to 100; 100 without
   * features.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  rating: number;
  /** Number of features that are neither stale nor potentially stale. */
  @ApiProperty({ type: 'integer' })
  activeCount: number;
  /**
   * Number of potentially stale features: not marked as stale, and older than the lifetime of their
   * type.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleCount: number;
  /** Number of features that are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleCount: number;
}

/** Live features of a project that could be removed. */
export class ProjectTechnicalDebtResponse extends OmitType(ProjectHealthResponse, ['rating']) {
  /** Percentage of live features that are stale or potentially stale; 0 without features. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  rating: number;
}

/** The members of a project. */
export class ProjectMembersResponse {
  /** Number of users with a role in this project, directly or through a group. */
  @ApiProperty({ type: 'integer' })
  currentMembers: number;
  /** Number of members who joined within the last 30 days. */
  @ApiProperty({ type: 'integer' })
  change: number;
}

/** Insights into a project. */
export class ProjectInsightsResponse {
  /** Statistics of the project. */
  stats: ProjectStatsResponse;
  /** Lead times of features: how long they take to reach production. */
  leadTime: LeadTimeResponse;
  /** Number of live features by type, in the order of types, without types that have none. */
  featureTypeCounts: FeatureTypeCountResponse[];
  /** Health of its live features. */
  health: ProjectHealthResponse;
  /** The same as what could be removed. */
  technicalDebt: ProjectTechnicalDebtResponse;
  /** Its members. */
  members: ProjectMembersResponse;
}

import { ApiProperty } from '@nestjs/swagger';

/** Activity of a project on one day. */
export class ProjectActivityResponse {
  /** Day in UTC, such as `2026-01-31`. */
  @ApiProperty({ format: 'date' })
  date: string;
  /** Number of events. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
}

/** Resources of a project besides features. */
export class ProjectResourcesResponse {
  /** Number of API tokens that name this project. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  apiTokens: number;
  /** Number of users with a role in this project, directly or through a group. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  members: number;
  /** Number of its segments. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  segments: number;
}

/** Health of a project. */
export class ProjectHealthShareResponse {
  /**
   * Percentage of live features that are neither stale nor potentially stale, 0 to 100; 100 without
   * features.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  current: number;
}

/** The share of features of a project that could be removed. */
export class ProjectTechnicalDebtShareResponse {
  /** Percentage of live features that are stale or potentially stale; 0 without features. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  current: number;
}

/** Features of a project in a lifecycle stage. */
export class LifecycleStageSummaryResponse {
  /**
   * Average number of days, rounded, that features were in the stage, without those still in it;
   * null when none has left it.
   */
  @ApiProperty({ type: 'integer', nullable: true })
  averageDays: number | null;
  /** Number of live features in the stage. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  currentFlags: number;
}

/** Archived features of a project. */
export class ArchivedStageSummaryResponse {
  /** Number of archived features. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  currentFlags: number;
  /** Number of features archived within the last 30 days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  last30Days: number;
}

/** Features of a project by lifecycle stage. */
export class LifecycleSummaryResponse {
  /** Created, not used yet. */
  initial: LifecycleStageSummaryResponse;
  /** Used, but not in production. */
  preLive: LifecycleStageSummaryResponse;
  /** Used in production. */
  live: LifecycleStageSummaryResponse;
  /** Completed: the code can be removed. */
  completed: LifecycleStageSummaryResponse;
  /** Archived. */
  archived: ArchivedStageSummaryResponse;
}

/** Stale features. */
export class StaleFlagsResponse {
  /** Number of stale and potentially stale live features. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** Status of a project. */
export class ProjectStatusResponse {
  /** Activity on each of the last 365 days that had any, in order. */
  activityCountByDate: ProjectActivityResponse[];
  /** Resources besides features. */
  resources: ProjectResourcesResponse;
  /** Health of a project. */
  health: ProjectHealthShareResponse;
  /** The same as what could be removed. */
  technicalDebt: ProjectTechnicalDebtShareResponse;
  /** Features by lifecycle stage. */
  lifecycleSummary: LifecycleSummaryResponse;
  /** Stale features. */
  staleFlags: StaleFlagsResponse;
}

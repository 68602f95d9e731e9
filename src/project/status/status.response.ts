import { ApiProperty } from '@nestjs/swagger';

/** How much happened in a project on one day. */
export class ProjectActivityResponse {
  /** The day (UTC), like `2026-01-31`. */
  @ApiProperty({ format: 'date' })
  date: string;
  /** How many events the project had. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
}

/** What a project has besides its features. */
export class ProjectResourcesResponse {
  /** How many API tokens are for this project by name. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  apiTokens: number;
  /** How many people have a role in this project, by themselves or by a group. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  members: number;
  /** How many segments belong to it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  segments: number;
}

/** How many features are healthy. */
export class ProjectHealthShareResponse {
  /**
   * Share of live features that are neither stale nor potentially stale, in percent, 0 to 100; 100
   * without features.
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  current: number;
}

/** A stage of life of a project's features. */
export class LifecycleStageSummaryResponse {
  /**
   * Mean number of days, to one decimal, that features spend in the stage, those that still are in
   * it counted until now; null when none ever was in it.
   */
  averageDays: number | null;
  /** How many live features are in it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  currentFlags: number;
}

/** Features at the end of their life. */
export class ArchivedStageSummaryResponse {
  /** How many archived features there are. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  currentFlags: number;
  /** How many of them were archived within the last 30 days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  last30Days: number;
}

/** How far the features of a project are in their life. */
export class LifecycleSummaryResponse {
  /** Created, and not used yet. */
  initial: LifecycleStageSummaryResponse;
  /** Used, but not in production. */
  preLive: LifecycleStageSummaryResponse;
  /** Used in production. */
  live: LifecycleStageSummaryResponse;
  /** Decided: their code can go. */
  completed: LifecycleStageSummaryResponse;
  /** Archived. */
  archived: ArchivedStageSummaryResponse;
}

/** Features that should be looked at. */
export class StaleFlagsResponse {
  /** How many live features are stale or potentially stale. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** How a project stands. */
export class ProjectStatusResponse {
  /** How much happened on each day of the last 365 on which anything did, in their order. */
  activityCountByDate: ProjectActivityResponse[];
  /** What it has besides its features. */
  resources: ProjectResourcesResponse;
  /** How many features are healthy. */
  health: ProjectHealthShareResponse;
  /** How far its features are in their life. */
  lifecycleSummary: LifecycleSummaryResponse;
  /** Features that should be looked at. */
  staleFlags: StaleFlagsResponse;
}

import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text } from '../../platform/http/validation/shape.decorators.js';

const DAY = {
  ...{ optional: true, pattern: /^\d{4}-\d{2}-\d{2}$/, wanted: 'a day like 2026-01-31' },
} as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const WEEK = { pattern: '^\\d{4}-\\d{2}$', example: '2026-05' } as const;

/** The lists of insights, and their columns as CSV. */
export const LISTS = {
  userTrends: ['date', 'total', 'active', 'inactive'],
  flagTrends: ['date', 'total', 'active', 'stale', 'potentiallyStale'],
  projectFlagTrends: [
    ...['project', 'week', 'date', 'total', 'active', 'stale', 'potentiallyStale'],
    ...['technicalDebt', 'timeToProduction', 'users'],
  ],
  metricsSummaryTrends: [
    ...['project', 'week', 'date', 'totalRequests', 'totalYes', 'totalNo', 'totalApps'],
    ...['totalEnvironments', 'totalFlags'],
  ],
  environmentTypeTrends: ['environmentType', 'week', 'date', 'totalUpdates'],
  lifecycleTrends: ['project', 'week', 'date', 'newProductionFlags'],
  creationArchiveTrends: ['project', 'week', 'date', 'createdFlags', 'archivedFlags'],
} as const;
type InsightsList = keyof typeof LISTS;

/** The projects to return. */
export class LifecycleInsightsQuery {
  /** Up to 50 ids of projects, separated by commas; all if omitted or empty. */
  @Text({ optional: true, max: 20_000 })
  projects?: string;
}

/**
 * The days to return, and the projects of lists by project and of numbers of features. Days times
 * projects are at most 200,000.
 */
export class InsightsQuery extends LifecycleInsightsQuery {
  /**
   * The first day in UTC. If omitted, 90 days before the last one, or fewer days if there are many
   * projects.
   */
  @Text(DAY)
  from?: string;
  /** The last day in UTC, at most 366 days after the first one; today if omitted. */
  @Text(DAY)
  to?: string;
  /** The list that is returned as CSV; `projectFlagTrends` if omitted. JSON has all of them. */
  @OneOf(Object.keys(LISTS) as InsightsList[], { optional: true })
  list?: InsightsList;
}

/** The days of insights. */
export class InsightsDaysResponse {
  /** The first day in UTC. */
  @ApiProperty({ format: 'date' })
  from: string;
  /** The last day in UTC. */
  @ApiProperty({ format: 'date' })
  to: string;
}

/** How many users there were at the end of a day. */
export class UserTrendResponse {
  /** The end of the day. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** Number of users. */
  @ApiProperty(COUNT)
  total: number;
  /** Users who were seen within the 90 days before. */
  @ApiProperty(COUNT)
  active: number;
  /** The others. */
  @ApiProperty(COUNT)
  inactive: number;
}

/** How many features there were at the end of a day. */
export class FlagTrendResponse {
  /** The end of the day. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** Number of features that are not archived. */
  @ApiProperty(COUNT)
  total: number;
  /** Those that are neither stale nor potentially stale. */
  @ApiProperty(COUNT)
  active: number;
  /** Those that are marked as stale. */
  @ApiProperty(COUNT)
  stale: number;
  /** Those that are older than features of their type should become, and not marked as stale. */
  @ApiProperty(COUNT)
  potentiallyStale: number;
}

/** The features of a project at the end of the last day of a week. */
export class ProjectFlagTrendResponse extends FlagTrendResponse {
  /** Id of the project. */
  project: string;
  /** ISO year and week. */
  @ApiProperty(WEEK)
  week: string;
  /** Deprecated: 100 minus `technicalDebt`. */
  @ApiProperty({ ...COUNT, maximum: 100, deprecated: true })
  health: number;
  /** Percentage of features that are stale or potentially stale. */
  @ApiProperty({ ...COUNT, maximum: 100 })
  technicalDebt: number;
  /**
   * Average number of days from the creation of a feature until it was first on in production, of
   * the features that got there within the 30 days before; absent if there were none.
   */
  timeToProduction?: number;
  /** Number of users with a role in the project. */
  @ApiProperty(COUNT)
  users: number;
}

/** The evaluations of features of a project that SDKs reported for a week. */
export class UsageTrendResponse {
  /** The end of the week. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** ISO year and week. */
  @ApiProperty(WEEK)
  week: string;
  /** Id of the project. */
  project: string;
  /** Number of evaluations. */
  @ApiProperty({ ...COUNT, format: 'int64' })
  totalRequests: number;
  /** Those that were on. */
  @ApiProperty({ ...COUNT, format: 'int64' })
  totalYes: number;
  /** Those that were off. */
  @ApiProperty({ ...COUNT, format: 'int64' })
  totalNo: number;
  /** The most applications that reported on one day. */
  @ApiProperty(COUNT)
  totalApps: number;
  /** The most environments of one day. */
  @ApiProperty(COUNT)
  totalEnvironments: number;
  /** The most features of one day. */
  @ApiProperty(COUNT)
  totalFlags: number;
}

/** The changes of a week in environments of one type. */
export class EnvironmentTypeTrendResponse {
  /** The end of the week. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** ISO year and week. */
  @ApiProperty(WEEK)
  week: string;
  /** Type that the environments have now, such as `production`. */
  environmentType: string;
  /** Number of events. */
  @ApiProperty({ ...COUNT, format: 'int64' })
  totalUpdates: number;
}

/** The features of a project that came to be used in production in a week. */
export class ProductionTrendResponse {
  /** The end of the week. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** ISO year and week. */
  @ApiProperty(WEEK)
  week: string;
  /** Id of the project. */
  project: string;
  /** Number of features that entered the stage `live`. */
  @ApiProperty(COUNT)
  newProductionFlags: number;
}

/** The features of a project that were created and archived in a week. */
export class CreationTrendResponse {
  /** The end of the week. */
  @ApiProperty({ format: 'date-time' })
  date: string;
  /** ISO year and week. */
  @ApiProperty(WEEK)
  week: string;
  /** Id of the project. */
  project: string;
  /** Numbers of created features by type. Features that were deleted since do not count. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  createdFlags: Record<string, number>;
  /** Number of archived features. */
  @ApiProperty(COUNT)
  archivedFlags: number;
}

/**
 * How the instance changed over time, without projects that are hidden from the caller. States are
 * known from the day on which the service was updated to the version that keeps them.
 */
export class InsightsResponse {
  /** The days that are covered. */
  dateRange: InsightsDaysResponse;
  /** Whether no first day was given, and 90 days of so many projects were too many. */
  isShortened: boolean;
  /** Numbers of users by day. */
  userTrends: UserTrendResponse[];
  /** Numbers of features by day. */
  flagTrends: FlagTrendResponse[];
  /** Numbers of features, debt and time to production by project and week. */
  projectFlagTrends: ProjectFlagTrendResponse[];
  /** Evaluations by project and week. A day is added when it is over. */
  metricsSummaryTrends: UsageTrendResponse[];
  /** Changes by type of environment and week. */
  environmentTypeTrends: EnvironmentTypeTrendResponse[];
  /** Features that entered production by project and week. */
  lifecycleTrends: ProductionTrendResponse[];
  /** Created and archived features by project and week. */
  creationArchiveTrends: CreationTrendResponse[];
}

/** The features of one kind in a part of their life. */
export class LifecycleCategoryResponse {
  /** Those that entered it within the last 7 days. */
  @ApiProperty(COUNT)
  newFlagsThisWeek: number;
  /** Those that entered it before. */
  @ApiProperty(COUNT)
  flagsOlderThanWeek: number;
}

/** The features by kind. */
export class LifecycleCategoriesResponse {
  /** Features of the type `experiment`. */
  experimental: LifecycleCategoryResponse;
  /** Features of the type `release`. */
  release: LifecycleCategoryResponse;
  /** Features of all other types. */
  permanent: LifecycleCategoryResponse;
}

/** The features in a part of their life. */
export class LifecyclePartResponse {
  /** Numbers by kind. */
  categories: LifecycleCategoriesResponse;
  /** Median of the days for which features have been in it; 0 without features. */
  medianDaysInCurrentStage: number;
  /** Median of the days after which features left it; 0 if none has. */
  medianDaysHistorically: number;
  /** Number of features in it. */
  @ApiProperty(COUNT)
  totalFlags: number;
}

/** The features in each part of their life. */
export class LifecyclePartsResponse {
  /** Not used in production yet: the stages `initial` and `pre-live`. */
  develop: LifecyclePartResponse;
  /** Used in production: the stage `live`. */
  production: LifecyclePartResponse;
  /** To be removed: the stage `completed`. */
  cleanup: LifecyclePartResponse;
}

/** How far features are in their life, and how long that takes. */
export class LifecycleInsightsResponse {
  /** The parts of their life. */
  lifecycleTrends: LifecyclePartsResponse;
}

import { ApiProperty } from '@nestjs/swagger';

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

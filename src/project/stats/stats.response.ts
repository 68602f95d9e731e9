import { ApiProperty } from '@nestjs/swagger';

/**
 * How a project has moved: the last 30 days (the current window) and the 30 days before (the past
 * window).
 */
export class ProjectStatsResponse {
  /**
   * Mean age in days, to one decimal, at which features were first turned on in production in the
   * current window; 0 when none was.
   */
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

/** How many features of a type there are. */
export class FeatureTypeCountResponse {
  /** Id of the feature type. */
  type: string;
  /** How many live features of the project are of it. */
  @ApiProperty({ type: 'integer' })
  count: number;
}

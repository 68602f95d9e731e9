import { ApiProperty } from '@nestjs/swagger';
import { DefaultStrategyResponse } from '../feature/default-strategy/default-strategy.response.js';

/** A place where applications run. */
export class EnvironmentResponse {
  /** Unique name of the environment. */
  name: string;
  /** What kind of place it is, such as `production`. */
  type: string;
  /** Whether new projects get the environment. */
  enabled: boolean;
  /** Whether it can be neither changed nor deleted. */
  protected: boolean;
  /** Position in the list of environments. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
}

/** An environment in the list of all. */
export class ListedEnvironmentResponse extends EnvironmentResponse {
  /** How many live projects have it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectCount: number;
  /** How many API tokens are for it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  apiTokenCount: number;
  /** How many live features are on in it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  enabledToggleCount: number;
}

/** All environments. */
export class EnvironmentListResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The environments, in their order. */
  environments: ListedEnvironmentResponse[];
}

/** An environment as a project sees it, be it one of the project's or not. */
export class EnvironmentOfProjectResponse extends EnvironmentResponse {
  /** How many API tokens are for it and good for the project. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectApiTokenCount: number;
  /** How many live features of the project are on in it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectEnabledToggleCount: number;
  /** By which strategy the project's features start here; absent when the project has set none. */
  defaultStrategy?: DefaultStrategyResponse;
}

/** All environments, as a project sees them. */
export class EnvironmentsOfProjectResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The environments, in their order. */
  environments: EnvironmentOfProjectResponse[];
}

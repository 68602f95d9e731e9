import { ApiProperty } from '@nestjs/swagger';
import { DefaultStrategyResponse } from '../feature/default-strategy/default-strategy.dto.js';

/** An environment. */
export class EnvironmentResponse {
  /** Unique name of the environment. */
  name: string;
  /** Type, such as `production`. */
  type: string;
  /** Whether new projects get the environment. */
  enabled: boolean;
  /** Whether it is protected against changes and deletion. */
  protected: boolean;
  /** Position in the list of environments. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
}

/** An environment with its usage. */
export class ListedEnvironmentResponse extends EnvironmentResponse {
  /** Number of live projects with this environment. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectCount: number;
  /** Number of API tokens for it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  apiTokenCount: number;
  /** Number of live features that are on in it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  enabledToggleCount: number;
}

/** All environments. */
export class EnvironmentListResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The environments in order. */
  environments: ListedEnvironmentResponse[];
}

/** An environment with its usage in one project, whether the project has it or not. */
export class EnvironmentOfProjectResponse extends EnvironmentResponse {
  /** Number of API tokens for it that are valid in the project. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectApiTokenCount: number;
  /** Number of live features of the project that are on in it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  projectEnabledToggleCount: number;
  /** The default strategy of the project in it; absent when none is set. */
  defaultStrategy?: DefaultStrategyResponse;
}

/** All environments with their usage in one project. */
export class EnvironmentsOfProjectResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The environments in order. */
  environments: EnvironmentOfProjectResponse[];
}

import { ApiProperty } from '@nestjs/swagger';
import { PartialType, PickType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  Int,
  INT4,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';
import { DefaultStrategyResponse } from '../feature/default-strategy/default-strategy.dto.js';

/** An environment in a path. */
export class EnvironmentParams {
  /** Name of the environment. */
  name: string;
}

/** URL-safe characters. `.` and `..` are excluded because clients resolve them. */
const NAME = {
  min: 1,
  max: 100,
  pattern: /^(?!\.{1,2}$)[a-zA-Z0-9~_.-]+$/,
  wanted: 'made of letters, digits and ~ _ . -, and not . or ..',
};
const TYPE = { min: 1, max: 100, trim: true };

/** An environment name to validate. */
export class ValidateEnvironmentDto {
  /** Name of the environment: 1 to 100 letters, digits and `~ _ . -`. */
  @Text(NAME)
  name: string;
}

/** An environment to create. */
export class CreateEnvironmentDto extends ValidateEnvironmentDto {
  /** Type, such as `development`, `test`, `preproduction` or `production`. */
  @Text(TYPE)
  type: string;
  /** Whether new projects get the environment; true by default. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** Position in the list of environments; a new one comes last by default. */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /**
   * Number of required approvals. Must be omitted or null, because approvals are configured for
   * environments of projects.
   */
  @Int({ optional: true, nullable: true, min: 1 })
  requiredApprovals?: number | null;
}

/** Changes to an environment. Omitted properties stay. */
export class UpdateEnvironmentDto extends PartialType(
  PickType(CreateEnvironmentDto, ['type', 'sortOrder', 'requiredApprovals']),
) {}

/** The clone of an environment. */
export class CloneEnvironmentDto extends ValidateEnvironmentDto {
  /** Type of the clone. */
  @Text(TYPE)
  type: string;
  /**
   * Ids of the projects that get the clone; by default all visible live projects with the source.
   */
  @TextList({ optional: true })
  projects?: string[];
  /**
   * Accepted for compatibility and ignored: permissions that roles grant only in the source are not
   * granted in the clone.
   */
  @Flag({ optional: true })
  clonePermissions?: boolean;
}

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

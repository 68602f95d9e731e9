import { ApiProperty } from '@nestjs/swagger';

/** An owner of a project. */
export class ProjectOwnerResponse {
  /** `user`, `group`, or `system` for projects without owner. */
  @ApiProperty({ enum: ['user', 'group', 'system'] })
  ownerType: string;
  /** Name of the user or group; absent for `system`. */
  name?: string;
  /** URL of the user's picture; absent for others. */
  imageUrl?: string;
  /** E-mail address of the user, null if not set; absent for others. */
  email?: string | null;
}

/** A project in a list. */
export class ListedProjectResponse {
  /** Unique id of the project. */
  id: string;
  /** Name of the project. */
  name: string;
  /** Description; absent when there is none. */
  description?: string;
  /**
   * Percentage of live features that are neither stale nor potentially stale, 0 to 100; 100 without
   * features.
   */
  health: number;
  /** Percentage of the other live features. */
  @ApiProperty({ type: 'integer' })
  technicalDebt: number;
  /** Number of live features. */
  @ApiProperty({ type: 'integer' })
  featureCount: number;
  /** Number of live features that are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleFeatureCount: number;
  /**
   * Number of potentially stale features: live, not marked as stale, and older than the lifetime of
   * their type.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleFeatureCount: number;
  /** Number of users with a role in this project, directly or through a group. */
  @ApiProperty({ type: 'integer' })
  memberCount: number;
  /** When the project was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When the project itself was last changed. */
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  /** When something in the project last changed; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastUpdatedAt: string | null;
  /** When the project was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Collaboration mode: `open`, `protected` or `private`. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** Default context field for stickiness. */
  defaultStickiness: string;
  /**
   * Average age in days, with one decimal, at which features were first turned on in production
   * within the last 30 days; 0 when there was none.
   */
  avgTimeToProduction: number;
  /** When usage of a feature was last reported; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastReportedFlagUsage: string | null;
  /** The owners. */
  owners: ProjectOwnerResponse[];
}

/** A list of projects. */
export class ProjectListResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The projects, ordered by name. */
  projects: ListedProjectResponse[];
}

/** An environment in which changes require approvals. */
export class ChangeRequestEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** Number of required approvals. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 10 })
  requiredApprovals: number;
}

/** A created project. */
export class ProjectCreatedResponse {
  /** Unique id of the project. */
  id: string;
  /** Name of the project. */
  name: string;
  /** Description; absent when there is none. */
  description?: string;
  /** Maximum number of live features; null for no limit. */
  @ApiProperty({ type: 'integer' })
  featureLimit: number | null;
  /** Collaboration mode: `open`, `protected` or `private`. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** Default context field for stickiness. */
  defaultStickiness: string;
  /** Names of its environments in order. */
  environments: string[];
  /** The environments in which changes require approvals; absent when there are none. */
  changeRequestEnvironments?: ChangeRequestEnvironmentResponse[];
}

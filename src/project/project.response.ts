import { ApiProperty } from '@nestjs/swagger';

/** Who is responsible for a project. */
export class ProjectOwnerResponse {
  /**
   * What kind of owner: `user`, `group`, or `system`, which is the service itself, alone, for
   * projects that nobody in particular owns.
   */
  @ApiProperty({ enum: ['user', 'group', 'system'] })
  ownerType: string;
  /** Name of the user or the group; absent for `system`. */
  name?: string;
  /** Address of the user's picture; absent for others. */
  imageUrl?: string;
  /** E-mail address of the user, null when none is set; absent for others. */
  email?: string | null;
}

/** A project in the list. */
export class ListedProjectResponse {
  /** Unique id of the project. */
  id: string;
  /** What people call it. */
  name: string;
  /** What it is about; absent when nobody said. */
  description?: string;
  /**
   * Share of live features that are neither stale nor potentially stale, in percent, 0 to 100; 100
   * without features.
   */
  health: number;
  /** How many live features there are. */
  @ApiProperty({ type: 'integer' })
  featureCount: number;
  /** How many of them are marked as stale. */
  @ApiProperty({ type: 'integer' })
  staleFeatureCount: number;
  /**
   * How many of them are older than features of their type are expected to become, and not marked
   * as stale.
   */
  @ApiProperty({ type: 'integer' })
  potentiallyStaleFeatureCount: number;
  /** How many people have a role in this project, by themselves or by a group. */
  @ApiProperty({ type: 'integer' })
  memberCount: number;
  /** When the project was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When the project itself was last changed. */
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  /** When something in the project last changed; null when nothing has yet. */
  @ApiProperty({ format: 'date-time' })
  lastUpdatedAt: string | null;
  /** When the project was archived; null while it is live. */
  @ApiProperty({ format: 'date-time' })
  archivedAt: string | null;
  /** Whether it is a favorite of the caller. */
  favorite: boolean;
  /** Who is meant to take part. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** The context field by which the same user gets the same answer, where nobody says otherwise. */
  defaultStickiness: string;
  /**
   * Mean age in days, to one decimal, at which features were first turned on in production within
   * the last 30 days; 0 when none was.
   */
  avgTimeToProduction: number;
  /** When usage of one of its features was last reported; null before the first report. */
  @ApiProperty({ format: 'date-time' })
  lastReportedFlagUsage: string | null;
  /** Who is responsible. */
  owners: ProjectOwnerResponse[];
}

/** Projects. */
export class ProjectListResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The projects, ordered by name. */
  projects: ListedProjectResponse[];
}

/** A project that was created. */
export class ProjectCreatedResponse {
  /** Unique id of the project. */
  id: string;
  /** What people call it. */
  name: string;
  /** What it is about; absent when nobody said. */
  description?: string;
  /** How many live features it may have; null for any number. */
  @ApiProperty({ type: 'integer' })
  featureLimit: number | null;
  /** Who is meant to take part. */
  @ApiProperty({ enum: ['open', 'protected', 'private'] })
  mode: string;
  /** The context field by which the same user gets the same answer, where nobody says otherwise. */
  defaultStickiness: string;
  /** Names of its environments, in their order. */
  environments: string[];
}

import {
  Flag,
  Int,
  INT4,
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { PROJECT_ID, PROJECT_ID_WANTED } from './project-id.js';
import { ApiProperty } from '@nestjs/swagger';

/** A project in a path. */
export class ProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** A project environment in a path. */
export class ProjectEnvironmentParams extends ProjectParams {
  /** Name of the environment. */
  environment: string;
}

const MODES = ['open', 'protected', 'private'] as const;
type Mode = (typeof MODES)[number];

const NAME = { trim: true, max: 250, pattern: /^(?!\s*$).+/, wanted: 'not blank' };
const LIMIT = { optional: true, nullable: true, min: 1, max: INT4.max };

/** A project id to validate. */
export class ValidateProjectDto {
  /** Id of the project: 1 to 100 letters, digits and `_ ~ . -`. */
  @Text({ min: 1, max: 100, pattern: PROJECT_ID, wanted: PROJECT_ID_WANTED })
  id: string;
}

/** Change requests for an environment. */
export class ChangeRequestEnvironmentDto {
  /** Name of the environment, which the project must have. */
  @Text({ min: 1, max: 100 })
  name: string;
  /** Number of required approvals, 1 to 10; 1 by default. */
  @Int({ optional: true, min: 1, max: 10 })
  requiredApprovals?: number;
}

/** Changes to a project. Omitted properties stay; the name is required. */
export class UpdateProjectDto {
  /** Name of the project. */
  @Text(NAME)
  name: string;
  /** Description. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Collaboration mode: `open` (the default of a new project), `protected` or `private`. */
  @OneOf(MODES, { optional: true })
  mode?: Mode;
  /**
   * The default context field for stickiness, which strategies can override; `default` is the
   * default of a new project.
   */
  @Text({ optional: true, min: 1 })
  defaultStickiness?: string;
  /** Maximum number of live features; null, the default of a new project, for no limit. */
  @Int(LIMIT)
  featureLimit?: number | null;
}

/** A project to create. */
export class CreateProjectDto extends UpdateProjectDto {
  /**
   * Id of the project: up to 100 letters, digits and `_ ~ . -`. When omitted or empty, it is
   * derived from the name.
   */
  @Text({
    optional: true,
    nullable: true,
    max: 100,
    pattern: PROJECT_ID,
    wanted: PROJECT_ID_WANTED,
  })
  id?: string | null;
  /** Names of its environments; all enabled ones when omitted or empty. */
  @TextList({ optional: true })
  environments?: string[];
  /** The environments in which changes require approvals; none when omitted. */
  @ListOf(() => ChangeRequestEnvironmentDto, { optional: true, max: 1_000 })
  changeRequestEnvironments?: ChangeRequestEnvironmentDto[];
}

/** Naming rule for the features of a project. */
export class FeatureNamingDto {
  /**
   * A JavaScript regular expression of at most 500 characters that new feature names must match
   * entirely; none when null or empty.
   */
  @Text({ nullable: true, max: 500 })
  pattern: string | null;
  /** An example of a valid name; null when there is none. */
  @Text({ optional: true, nullable: true, max: 100 })
  example?: string | null;
  /** Description of the pattern; null when there is none. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
}

/** A link that new features of a project get. */
@RefuseUnknown()
export class LinkTemplateDto {
  /** Title of the link; its first 255 characters are used. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /**
   * URL in which `{{project}}` and `{{feature}}` are replaced. Features get no link that starts
   * with `/` or has more than 2,000 characters.
   */
  @Text({
    pattern: /^(https?:\/)?\/\S+$/,
    wanted: 'an address that starts with http://, https:// or /',
  })
  urlTemplate: string;
}

/** Changes to settings of a project. Omitted properties stay. */
export class UpdateProjectSettingsDto {
  /** Collaboration mode: `open`, `protected` or `private`. */
  @OneOf(MODES, { optional: true })
  mode?: Mode;
  /** Naming rule, replaced as a whole. Existing features keep their names. */
  @Part(() => FeatureNamingDto, { optional: true })
  featureNaming?: FeatureNamingDto;
  /** Links that new features get, replaced as a whole. Existing features keep theirs. */
  @ListOf(() => LinkTemplateDto, { optional: true, max: 100 })
  linkTemplates?: LinkTemplateDto[];
}

/** Filters of the list of projects. */
export class ProjectListQuery {
  /** Whether to list archived projects instead of live ones. */
  @Flag({ optional: true })
  archived?: boolean;
}

/** An environment to add to a project. */
@RefuseUnknown()
export class AddEnvironmentDto {
  /** Name of the environment. */
  @Text({ min: 1 })
  environment: string;
  /** Whether changes there require an approval from the start. */
  @Flag({ optional: true })
  changeRequestsEnabled?: boolean;
}

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
class ListedProjectResponse {
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

/** A creator of features. */
export class FlagCreatorResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address; `unknown` for deleted users. */
  name: string;
}

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
export class AddEnvironmentDto {
  /** Name of the environment. */
  @Text({ min: 1 })
  environment: string;
}

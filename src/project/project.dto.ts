import {
  Flag,
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
  Int,
  INT4,
} from '../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../http/validation/unknown-keys.js';
import { PROJECT_ID, PROJECT_ID_WANTED } from './project-id.js';

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
  /** Name of the environment. */
  @Text()
  name: string;
  /** Number of required approvals; 1 by default. */
  @Int({ optional: true })
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
  /** Must be empty, because approvals are configured after the project is created. */
  @ListOf(() => ChangeRequestEnvironmentDto, { optional: true })
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

/** A link for every feature of a project. */
@RefuseUnknown()
export class LinkTemplateDto {
  /** Title of the link. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** URL in which `{{project}}` and `{{feature}}` are replaced. */
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
  /** Links for every feature, replaced as a whole. */
  @ListOf(() => LinkTemplateDto, { optional: true, max: 100 })
  linkTemplates?: LinkTemplateDto[];
}

/** Filters of the list of projects. */
export class ProjectListQuery {
  /** Whether to list archived projects instead of live ones. */
  @Flag({ optional: true })
  archived?: boolean;
}

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

/** An id to be tried. */
export class ValidateProjectDto {
  /** Id of the project: 1 to 100 letters, digits and `_ ~ . -`. */
  @Text({ min: 1, max: 100, pattern: PROJECT_ID, wanted: PROJECT_ID_WANTED })
  id: string;
}

/** Change requests that are wanted in an environment. */
export class ChangeRequestEnvironmentDto {
  /** Name of the environment. */
  @Text()
  name: string;
  /** How many approvals a change needs; 1 by default. */
  @Int({ optional: true })
  requiredApprovals?: number;
}

/** What changes in a project. What is left out stays, the name excepted, which must be there. */
export class UpdateProjectDto {
  /** What people call the project. */
  @Text(NAME)
  name: string;
  /** What the project is about. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Who is meant to take part: `open` (for a new project, the default), `protected` or `private`. */
  @OneOf(MODES, { optional: true })
  mode?: Mode;
  /**
   * The context field by which the same user gets the same answer, unless a strategy names another
   * one; `default` for a new project by default.
   */
  @Text({ optional: true, min: 1 })
  defaultStickiness?: string;
  /** How many live features there may be; null for any number, as in a new project by default. */
  @Int(LIMIT)
  featureLimit?: number | null;
}

/** A project to be created. */
export class CreateProjectDto extends UpdateProjectDto {
  /**
   * Id of the project: up to 100 letters, digits and `_ ~ . -`. When it is left out or empty, one
   * is made of the name.
   */
  @Text({
    optional: true,
    nullable: true,
    max: 100,
    pattern: PROJECT_ID,
    wanted: PROJECT_ID_WANTED,
  })
  id?: string | null;
  /** Names of its environments; all that are turned on when it is left out or empty. */
  @TextList({ optional: true })
  environments?: string[];
  /** This service has no change requests, so the list must be empty. */
  @ListOf(() => ChangeRequestEnvironmentDto, { optional: true })
  changeRequestEnvironments?: ChangeRequestEnvironmentDto[];
}

/** How a project's feature names must look. */
export class FeatureNamingDto {
  /**
   * A regular expression (JavaScript) of at most 500 characters that the whole of each new feature
   * name must match; none when null or empty.
   */
  @Text({ nullable: true, max: 500 })
  pattern: string | null;
  /** A name that matches. */
  @Text({ optional: true, nullable: true, max: 100 })
  example?: string | null;
  /** The pattern in words. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
}

/** A link that every feature of a project has. */
@RefuseUnknown()
export class LinkTemplateDto {
  /** What the link is called. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** Its address, in which `{{project}}` and `{{feature}}` stand for their names. */
  @Text({
    pattern: /^(https?:\/)?\/\S+$/,
    wanted: 'an address that starts with http://, https:// or /',
  })
  urlTemplate: string;
}

/** Settings of a project that change. What is left out stays. */
export class UpdateProjectSettingsDto {
  /** Who is meant to take part: `open`, `protected` or `private`. */
  @OneOf(MODES, { optional: true })
  mode?: Mode;
  /** How feature names must look; replaced as a whole. Features that exist keep their names. */
  @Part(() => FeatureNamingDto, { optional: true })
  featureNaming?: FeatureNamingDto;
  /** Links that every feature has; replaced as a whole. */
  @ListOf(() => LinkTemplateDto, { optional: true, max: 100 })
  linkTemplates?: LinkTemplateDto[];
}

/** Which projects to list. */
export class ProjectListQuery {
  /** Whether the archived projects are wanted instead of the live ones. */
  @Flag({ optional: true })
  archived?: boolean;
}

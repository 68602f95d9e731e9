import { ApiProperty } from '@nestjs/swagger';
import { PartialType } from '../../platform/http/validation/mapped-types.js';
import {
  AnyObject,
  Flag,
  ListOf,
  Part,
  Text,
  TextMap,
} from '../../platform/http/validation/shape.decorators.js';

const KINDS = ['feature', 'project'] as const;
export type TemplateKind = (typeof KINDS)[number];

/** A parameter of a template: each `{{name}}` in its texts is replaced by what is chosen for it. */
export class TemplateParameterDto {
  /** Its name, 1 to 50 letters, digits, `_` and `-`; neither `name` nor `project`. */
  @Text({
    min: 1,
    max: 50,
    pattern: /^(?!(?:name|project)$)[\w-]+$/,
    wanted: 'letters, digits, _ and -, and not name or project',
  })
  name: string;
  /** What it is for. At most 500 characters. */
  @Text({ optional: true, max: 500 })
  description?: string;
  /**
   * What it is unless something else is chosen, at most 500 characters. When a template is made
   * from something that exists, this text is replaced by the parameter wherever it occurs.
   */
  @Text({ optional: true, min: 1, max: 500 })
  preset?: string;
}

/** What a template is made from. */
export class TemplateSourceDto {
  /** Id of the project. */
  @Text({ min: 1, max: 100 })
  project: string;
  /** Name of the feature; the project itself, with all its features, when omitted. */
  @Text({ optional: true, min: 1, max: 100 })
  feature?: string;
}

/** A template. */
class TemplateDto {
  /** Unique name, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** What it is for. At most 1000 characters. */
  @Text({ optional: true, nullable: true, max: 1_000 })
  description?: string | null;
  /** Its parameters, besides `name` and `project`; at most 20. */
  @ListOf(() => TemplateParameterDto, { optional: true, max: 20, uniqueBy: 'name' })
  parameters?: TemplateParameterDto[];
}

/** A template to make from something that exists. */
export class CreateTemplateDto extends TemplateDto {
  /** What it is made from. */
  @Part(() => TemplateSourceDto)
  from: TemplateSourceDto;
}

/** What to change of a template; what is omitted stays. */
export class UpdateTemplateDto extends PartialType(TemplateDto) {
  /**
   * What it makes, in the form of flags as code, with parameters as `{{parameter}}` in texts. The
   * features are off at first.
   */
  @AnyObject({ optional: true })
  content?: object;
}

/** What to make from a template. */
export class UseTemplateDto {
  /** Id of the project: of a new one, or of the one that gets the feature. */
  @Text({ min: 1, max: 100 })
  project: string;
  /** Name of the new feature or project. */
  @Text({ min: 1, max: 250 })
  name: string;
  /** What is chosen for other parameters, at most 500 characters each. */
  @TextMap({ optional: true })
  values?: Record<string, string>;
  /** Whether it is only tried out: nothing is made, and the answer says what would be. */
  @Flag({ optional: true })
  dryRun?: boolean;
}

/** A template in lists. */
export class ListedTemplateResponse {
  /** Id of the template. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** What it makes. */
  @ApiProperty({ enum: KINDS })
  kind: TemplateKind;
  /** Its unique name. */
  name: string;
  /** What it is for; null without a description. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /** Its parameters, besides `name` and `project`. */
  parameters: TemplateParameterDto[];
  /** How many features it makes. */
  @ApiProperty({ type: 'integer' })
  features: number;
  /** Name of the user who made it. */
  createdBy: string;
  /** When it was made. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** A template. */
export class TemplateResponse extends ListedTemplateResponse {
  /** What it makes, in the form of flags as code, with parameters in texts. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  content: object;
}

/** The templates of the instance. */
export class TemplatesResponse {
  /** The templates, in alphabetical order. */
  templates: ListedTemplateResponse[];
}

/** What was made from a template, or would be. */
export class UsedTemplateResponse {
  /** Id of the project. */
  project: string;
  /** Names of the features that were made. */
  features: string[];
}

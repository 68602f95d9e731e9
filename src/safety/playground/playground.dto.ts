import { ApiProperty } from '@nestjs/swagger';
import { IsObject, ValidateBy, ValidateIf } from 'class-validator';
import { Bounded, MAX_NAMES, MAX_VALUES } from '../../platform/http/validation/bounds.js';
import { Moment, Text, TextMap } from '../../platform/http/validation/shape.decorators.js';
import { CONTEXT_SCHEMA, PROJECTS_SCHEMA } from './playground.schema.js';

/** The known fields of a context. Additional fields are allowed. */
export class SdkContextDto {
  /** Name of the application. */
  @Text({ min: 1 })
  appName: string;
  /** The current time for the evaluation. */
  @Moment({ optional: true })
  currentTime?: string;
  /** Ignored; the evaluated environment is used. */
  @Text({ optional: true })
  environment?: string;
  /** Custom context fields by name. */
  @TextMap({ optional: true })
  properties?: Record<string, string>;
  /** IP address of the user. */
  @Text({ optional: true })
  remoteAddress?: string;
  /** Identifier of the session. */
  @Text({ optional: true })
  sessionId?: string;
  /** Identifier of the user. */
  @Text({ optional: true })
  userId?: string;
}

const NAME = /^[a-zA-Z0-9~_.-]+$/;
const AreNames = (): PropertyDecorator =>
  ValidateBy({
    name: 'areNames',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((name) => typeof name === 'string' && NAME.test(name)),
      defaultMessage: () =>
        'environments must be a list of at least one name, each of letters, digits and ~ _ . -',
    },
  });

const isChoice = (value: unknown): boolean =>
  value === '*' || (Array.isArray(value) && value.every((id) => typeof id === 'string'));
const IsChoiceOfProjects = (): PropertyDecorator =>
  ValidateBy({
    name: 'isChoiceOfProjects',
    validator: {
      validate: isChoice,
      defaultMessage: () => 'projects must be a list of ids of projects, or "*" for all',
    },
  });

/** The contexts to evaluate. */
class ContextQuestion {
  /** The context. Additional fields are treated like properties and take precedence over them. */
  @ApiProperty(CONTEXT_SCHEMA)
  @Bounded({ max: MAX_NAMES, asIs: true })
  @IsObject()
  context: Record<string, unknown>;
}

/**
 * A playground request for a change request: each text in the context may contain several
 * comma-separated values.
 */
export class ChangeRequestPlaygroundDto extends ContextQuestion {}

/** The features and contexts to evaluate. */
class PlaygroundQuestion extends ContextQuestion {
  /** Ids of projects, or `*` (the default) for all. Unknown projects have no features. */
  @ApiProperty(PROJECTS_SCHEMA)
  @ValidateIf((_, value) => value !== undefined)
  @Bounded({ max: MAX_VALUES })
  @IsChoiceOfProjects()
  projects?: string[] | '*';
}

/** A playground request. */
export class PlaygroundDto extends PlaygroundQuestion {
  /** Name of the environment; in an unknown one all features are off. */
  @Text()
  environment: string;
}

/**
 * A playground request for several contexts: each text in the context may contain several
 * comma-separated values.
 */
export class AdvancedPlaygroundDto extends PlaygroundQuestion {
  /** Names of the environments; in an unknown one all features are off. */
  @ApiProperty({
    type: 'array',
    minItems: 1,
    items: { type: 'string', minLength: 1, pattern: NAME.source },
  })
  @Bounded({ max: MAX_VALUES })
  @AreNames()
  environments: string[];
}

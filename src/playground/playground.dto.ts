import { ApiProperty } from '@nestjs/swagger';
import { IsObject, ValidateBy, ValidateIf } from 'class-validator';
import { Bounded, MAX_NAMES, MAX_VALUES } from '../http/validation/bounds.js';
import { Moment, Text, TextMap } from '../http/validation/shape.decorators.js';
import { CONTEXT_SCHEMA, PROJECTS_SCHEMA } from './playground.schema.js';

/** The fields of a context that are known. Others may stand beside them. */
export class SdkContextDto {
  /** Name of the application. */
  @Text({ min: 1 })
  appName: string;
  /** The time that counts as now. */
  @Moment({ optional: true })
  currentTime?: string;
  /** Passed over: the environment that is evaluated counts. */
  @Text({ optional: true })
  environment?: string;
  /** Context fields of your own, by name. */
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

/** Which features, and for whom. */
class PlaygroundQuestion {
  /** Ids of projects, or `*` for all, which is the default. Unknown projects have no features. */
  @ApiProperty(PROJECTS_SCHEMA)
  @ValidateIf((_, value) => value !== undefined)
  @Bounded({ max: MAX_VALUES })
  @IsChoiceOfProjects()
  projects?: string[] | '*';

  /**
   * The context as SDKs take it. Fields beside the known ones count as properties do, and before
   * them.
   */
  @ApiProperty(CONTEXT_SCHEMA)
  @Bounded({ max: MAX_NAMES, asIs: true })
  @IsObject()
  context: Record<string, unknown>;
}

/** What to evaluate. */
export class PlaygroundDto extends PlaygroundQuestion {
  /** The environment; in an unknown one all features are off. */
  @Text()
  environment: string;
}

/** What to evaluate: several values, parted by commas, may stand in each text of the context. */
export class AdvancedPlaygroundDto extends PlaygroundQuestion {
  /** The environments; in an unknown one all features are off. */
  @ApiProperty({
    type: 'array',
    minItems: 1,
    items: { type: 'string', minLength: 1, pattern: NAME.source },
  })
  @Bounded({ max: MAX_VALUES })
  @AreNames()
  environments: string[];
}

import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';
import { Flag, ListOf, OneOf, Text } from '../http/validation/shape.decorators.js';

/** What the values of a parameter are. */
export const PARAMETER_TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

/** A parameter that strategies of a kind take. */
export class StrategyParameterDto {
  /** Name of the parameter. */
  @Text({ min: 1 })
  name: string;
  /** What its values are. */
  @OneOf(PARAMETER_TYPES)
  type: (typeof PARAMETER_TYPES)[number];
  /** What the strategy is for. */
  @Text({ optional: true })
  description?: string;
  /** Whether a strategy needs it; not when left out. */
  @Flag({ optional: true })
  required?: boolean;
}

/**
 * What replaces a strategy definition's properties. What is left out stays, the parameters
 * excepted, which are replaced whole.
 */
export class UpdateStrategyDefinitionDto {
  /** A short text that tells it from others. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** What it does. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** The parameters, in the order in which they are asked for. */
  @ListOf(() => StrategyParameterDto)
  parameters: StrategyParameterDto[];
}

/** A strategy definition to be created. */
export class CreateStrategyDefinitionDto extends UpdateStrategyDefinitionDto {
  /** Name by which SDKs know it: 1 to 100 characters that a URL path carries as they are. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** Whether it is deprecated from the start; false by default. */
  @Flag({ optional: true })
  deprecated?: boolean;
}

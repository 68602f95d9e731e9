import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';
import { Flag, ListOf, OneOf, Text } from '../../platform/http/validation/shape.decorators.js';

/** Types of parameters. */
const PARAMETER_TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

/** A parameter of a strategy definition. */
export class StrategyParameterDto {
  /** Name of the parameter. */
  @Text({ min: 1 })
  name: string;
  /** Type of the parameter. */
  @OneOf(PARAMETER_TYPES)
  type: (typeof PARAMETER_TYPES)[number];
  /** Description of the parameter. */
  @Text({ optional: true })
  description?: string;
  /** Whether it is required; false when omitted. */
  @Flag({ optional: true })
  required?: boolean;
}

/** Changes to a strategy definition. Omitted properties stay; the parameters are replaced. */
export class UpdateStrategyDefinitionDto {
  /** Title. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** Description. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Parameters in order. */
  @ListOf(() => StrategyParameterDto)
  parameters: StrategyParameterDto[];
}

/** A strategy definition to create. */
export class CreateStrategyDefinitionDto extends UpdateStrategyDefinitionDto {
  /** Name of the strategy in SDKs: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** Whether it is deprecated initially; false by default. */
  @Flag({ optional: true })
  deprecated?: boolean;
}

import { ApiProperty } from '@nestjs/swagger';
import { Flag, ListOf, OneOf, Text } from '../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';

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
  /** Description of the parameter; null counts as an empty one. */
  @Text({ optional: true, emptyIfNull: true })
  description?: string;
  /** Whether it is required; false when omitted. */
  @Flag({ optional: true })
  required?: boolean;
}

/** Changes to a strategy definition. Omitted properties stay; the parameters are replaced. */
export class UpdateStrategyDefinitionDto {
  /** Title; null counts as an empty one. */
  @Text({ optional: true, emptyIfNull: true })
  title?: string;
  /** Description; null counts as an empty one. */
  @Text({ optional: true, emptyIfNull: true })
  description?: string;
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

/** A parameter of a strategy definition. */
export class StrategyParameterResponse {
  /** Name of the parameter. */
  name: string;
  /** Type: `string`, `percentage`, `list`, `number` or `boolean`. */
  type: string;
  /** Description; absent when there is none. */
  description?: string;
  /** Whether it is required; false when absent. */
  required?: boolean;
}

/** A strategy definition. */
export class StrategyDefinitionResponse {
  /** Name of the strategy in SDKs. */
  name: string;
  /** Display name of built-in definitions; null for others. */
  displayName: string | null;
  /** Title; null when there is none. */
  title: string | null;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether it can be changed and deleted; false for built-in ones. */
  editable: boolean;
  /** Whether it is deprecated. */
  deprecated: boolean;
  /** Parameters in order. */
  parameters: StrategyParameterResponse[];
}

/** All strategy definitions. */
export class StrategyDefinitionsResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** Built-in definitions first, then by name. */
  strategies: StrategyDefinitionResponse[];
}

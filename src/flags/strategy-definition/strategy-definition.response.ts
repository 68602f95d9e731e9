import { ApiProperty } from '@nestjs/swagger';

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

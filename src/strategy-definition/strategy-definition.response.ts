import { ApiProperty } from '@nestjs/swagger';

/** A parameter that strategies of a kind take. */
export class StrategyParameterResponse {
  /** Name of the parameter. */
  name: string;
  /** What its values are: `string`, `percentage`, `list`, `number` or `boolean`. */
  type: string;
  /** What it is for; absent when nobody said. */
  description?: string;
  /** Whether a strategy needs it; not when absent. */
  required?: boolean;
}

/** A kind of activation strategy. */
export class StrategyDefinitionResponse {
  /** Name by which SDKs know it. */
  name: string;
  /** What people see instead of the name; null for those that are not built in. */
  displayName: string | null;
  /** A short text that tells it from others; null when nobody said. */
  title: string | null;
  /** What it does; null when nobody said. */
  description: string | null;
  /** Whether it can be changed and deleted; false for those that are built in. */
  editable: boolean;
  /** Whether new strategies should not follow it. */
  deprecated: boolean;
  /** The parameters, in the order in which they are asked for. */
  parameters: StrategyParameterResponse[];
}

/** All kinds of activation strategies. */
export class StrategyDefinitionsResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The definitions: built-in ones first, then by name. */
  strategies: StrategyDefinitionResponse[];
}

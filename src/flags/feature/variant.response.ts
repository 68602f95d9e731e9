import { ApiProperty } from '@nestjs/swagger';

/** Data that is delivered with a variant. */
export class PayloadResponse {
  /** Format of the value. */
  @ApiProperty({ enum: ['json', 'csv', 'string', 'number'] })
  type: string;
  /** The data as text. */
  value: string;
}

/** Assigns a variant to some users regardless of weights. */
export class OverrideResponse {
  /** Name of the context field. */
  contextName: string;
  /** Values of the context field that get the variant. */
  values: string[];
}

/** A variant of a feature. */
export class VariantResponse {
  /** Unique among the variants of the feature. */
  name: string;
  /** Share of the users in thousandths, 0 to 1000. */
  @ApiProperty({ minimum: 0, maximum: 1000 })
  weight: number;
  /** `fix` keeps the given weight; `variable` gets an equal part of what fixed variants leave. */
  @ApiProperty({ enum: ['variable', 'fix'] })
  weightType?: string;
  /** Context field that keeps users on the same variant. */
  stickiness?: string;
  /** Data that is delivered with the variant. */
  payload?: PayloadResponse;
  /** Users who get this variant regardless of weights. */
  overrides?: OverrideResponse[];
}

/** A variant of a strategy. */
export class StrategyVariantResponse {
  /** Unique among the variants of the strategy. */
  name: string;
  /** Share of the users in thousandths, 0 to 1000. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1000 })
  weight: number;
  /** `fix` keeps the given weight; `variable` gets an equal part of what fixed variants leave. */
  @ApiProperty({ enum: ['variable', 'fix'] })
  weightType: string;
  /** Context field that keeps users on the same variant. */
  stickiness: string;
  /** Data that is delivered with the variant. */
  payload?: PayloadResponse;
  /** Users who get this variant regardless of weights. */
  overrides?: OverrideResponse[];
}

/** The variants of a feature. */
export class FeatureVariantsResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The variants, ordered by name. */
  variants: VariantResponse[];
}

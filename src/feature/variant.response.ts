import { ApiProperty } from '@nestjs/swagger';

/** Data that comes along with a variant. */
export class PayloadResponse {
  /** How to read the value. */
  @ApiProperty({ enum: ['json', 'csv', 'string', 'number'] })
  type: string;
  /** The data, as text. */
  value: string;
}

/** Users who get a variant whatever their share. */
export class OverrideResponse {
  /** The context field that decides. */
  contextName: string;
  /** The values for which the variant is given. */
  values: string[];
}

/** One of several forms of a feature. */
export class VariantResponse {
  /** Unique among the variants of the feature. */
  name: string;
  /** Share of the users in thousandths, 0 to 1000. */
  @ApiProperty({ minimum: 0, maximum: 1000 })
  weight: number;
  /**
   * `fix`: the share stays as it was set; `variable`: it is what the fixed ones leave, divided
   * evenly.
   */
  @ApiProperty({ enum: ['variable', 'fix'] })
  weightType?: string;
  /** The context field by which the same user gets the same variant each time. */
  stickiness?: string;
  /** Data that comes along. */
  payload?: PayloadResponse;
  /** Users who get this variant whatever its share. */
  overrides?: OverrideResponse[];
}

/** One of several forms of a feature, for those whom a strategy lets through. */
export class StrategyVariantResponse {
  /** Unique among the variants of the strategy. */
  name: string;
  /** Share of the users in thousandths, 0 to 1000. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1000 })
  weight: number;
  /**
   * `fix`: the share stays as it was set; `variable`: it is what the fixed ones leave, divided
   * evenly.
   */
  @ApiProperty({ enum: ['variable', 'fix'] })
  weightType: string;
  /** The context field by which the same user gets the same variant each time. */
  stickiness: string;
  /** Data that comes along. */
  payload?: PayloadResponse;
  /** Users who get this variant whatever its share. */
  overrides?: OverrideResponse[];
}

/** The variants of a feature. */
export class FeatureVariantsResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The variants, ordered by name. */
  variants: VariantResponse[];
}

import { ApiProperty } from '@nestjs/swagger';
import {
  Int,
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';
import { Together } from '../../../platform/http/validation/property-checks.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../../../platform/http/validation/url-name.js';

export const PAYLOAD_TYPES = ['json', 'csv', 'string', 'number'] as const;

/** Data that is delivered with a variant. */
@RefuseUnknown()
export class PayloadDto {
  /** Format of the value. */
  @OneOf(PAYLOAD_TYPES)
  type: string;
  /** The data as text; must be valid JSON for the type `json`. */
  @Text({ min: 1 })
  @Together<PayloadDto>(
    'must be valid JSON, because the type of the payload is json',
    ({ type, value }) => type !== 'json' || isJson(value),
  )
  value: string;
}

/** Assigns a variant to some users regardless of weights. */
@RefuseUnknown()
export class OverrideDto {
  /** Name of the context field. */
  @Text({ min: 1 })
  contextName: string;
  /** Values of the context field that get the variant. */
  @TextList()
  values: string[];
}

/** A variant of a feature. */
@RefuseUnknown()
export class VariantDto {
  /** Name: 1 to 100 URL-safe characters, unique among the variants of the feature. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Share of users in thousandths, an integer from 0 to 1000. Ignored for variable variants, which
   * share what fixed ones leave.
   */
  @Int({ min: 0, max: 1000 })
  weight: number;
  /**
   * `fix` keeps the given weight; `variable` (the default) gets an equal part of what fixed
   * variants leave.
   */
  @OneOf(['variable', 'fix'], { optional: true })
  weightType?: 'variable' | 'fix';
  /** Context field that keeps users on the same variant. */
  @Text({ optional: true })
  stickiness?: string;
  /** Data that is delivered with the variant. */
  @Part(() => PayloadDto, { optional: true })
  payload?: PayloadDto;
  /** Users who get this variant regardless of weights. */
  @ListOf(() => OverrideDto, { optional: true })
  overrides?: OverrideDto[];
}

/** A variant of a strategy. */
@RefuseUnknown()
export class StrategyVariantDto {
  /** Name: 1 to 100 URL-safe characters, unique among the variants of the strategy. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Share of users in thousandths, 0 to 1000. Ignored for variable variants, which share what fixed
   * ones leave.
   */
  @Int({ min: 0, max: 1000 })
  weight: number;
  /** `fix` keeps the given weight; `variable` gets an equal part of what fixed variants leave. */
  @OneOf(['variable', 'fix'])
  weightType: 'variable' | 'fix';
  /** Context field that keeps users on the same variant. */
  @Text()
  stickiness: string;
  /** Data that is delivered with the variant. */
  @Part(() => PayloadDto, { optional: true })
  payload?: PayloadDto;
  /** Users who get this variant regardless of weights. */
  @ListOf(() => OverrideDto, { optional: true })
  overrides?: OverrideDto[];
}

/** Variants for several environments of a feature. */
export class VariantBatchDto {
  /** Names of the environments, at least one. Changes all of them or none. */
  @TextList({ min: 1, max: 500 })
  environments: string[];
  /** The new variants; none when omitted. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

/** Whether a text is valid JSON. */
export function isJson(value: unknown): boolean {
  try {
    JSON.parse(value as string);
    return true;
  } catch {
    return false;
  }
}

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

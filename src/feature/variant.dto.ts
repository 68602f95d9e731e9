import {
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
  Together,
  Int,
} from '../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../http/validation/url-name.js';

/** Data that comes along with a variant. */
@RefuseUnknown()
export class PayloadDto {
  /** How to read the value. */
  @OneOf(['json', 'csv', 'string', 'number'])
  type: string;
  /** The data, as text; with the type `json` it must be JSON. */
  @Text({ min: 1 })
  @Together<PayloadDto>(
    'must be JSON, as the type of the payload says',
    ({ type, value }) => type !== 'json' || isJson(value),
  )
  value: string;
}

/** Users who get a variant whatever their share. */
@RefuseUnknown()
export class OverrideDto {
  /** The context field that decides. */
  @Text({ min: 1 })
  contextName: string;
  /** The values for which the variant is given. */
  @TextList()
  values: string[];
}

/** One of several forms of a feature. */
@RefuseUnknown()
export class VariantDto {
  /**
   * Unique among the variants of the feature: 1 to 100 characters that a URL path carries as they
   * are.
   */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Share of the users in thousandths, a whole number from 0 to 1000; of a variable one, what the
   * fixed ones leave, whatever is sent.
   */
  @Int({ min: 0, max: 1000 })
  weight: number;
  /**
   * `fix`: the share stays as it is sent; `variable` (the default): it is what the fixed ones
   * leave, divided evenly.
   */
  @OneOf(['variable', 'fix'], { optional: true })
  weightType?: 'variable' | 'fix';
  /** The context field by which the same user gets the same variant each time. */
  @Text({ optional: true })
  stickiness?: string;
  /** Data that comes along. */
  @Part(() => PayloadDto, { optional: true })
  payload?: PayloadDto;
  /** Users who get this variant whatever its share. */
  @ListOf(() => OverrideDto, { optional: true })
  overrides?: OverrideDto[];
}

/** One of several forms of a feature, for those whom a strategy lets through. */
@RefuseUnknown()
export class StrategyVariantDto {
  /**
   * 1 to 100 characters that a URL path carries as they are; unique among the variants of the
   * strategy.
   */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Share of the users in thousandths, 0 to 1000; of a variable one, what the fixed ones leave,
   * whatever is sent.
   */
  @Int({ min: 0, max: 1000 })
  weight: number;
  /**
   * `fix`: the share stays as it is sent; `variable`: it is what the fixed ones leave, divided
   * evenly.
   */
  @OneOf(['variable', 'fix'])
  weightType: 'variable' | 'fix';
  /** The context field by which the same user gets the same variant each time. */
  @Text()
  stickiness: string;
  /** Data that comes along. */
  @Part(() => PayloadDto, { optional: true })
  payload?: PayloadDto;
  /** Users who get this variant whatever its share. */
  @ListOf(() => OverrideDto, { optional: true })
  overrides?: OverrideDto[];
}

/** Variants for some environments of a feature. */
export class VariantBatchDto {
  /** Names of the environments, at least one; all of them are written to, or none. */
  @TextList({ min: 1, max: 500 })
  environments: string[];
  /** The variants that replace those that are there; none when left out. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

function isJson(value: unknown): boolean {
  try {
    JSON.parse(value as string);
    return true;
  } catch {
    return false;
  }
}

import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  isObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Bounded, MAX_NAMES, MAX_OBJECTS, MAX_VALUES } from './bounds.js';
import { isMoment } from './calendar.js';
import { Checked, type PropertyCheck } from './property-checks.js';
import {
  anyObject,
  flag,
  listOf,
  moment,
  oneOf,
  oneOfThese,
  textMap,
  textOf,
  textValue,
  toText,
  wholeNumber,
} from './shape.js';
import { KnownKeysOnly } from './unknown-keys.js';

/** Whether a property may be omitted, and whether it may be null. */
interface Presence {
  optional?: boolean;
  nullable?: boolean;
}

// Each of these decorators declares how a value is coerced (as in the reference: "5" becomes a
// number where a number is expected), when it is refused, and how OpenAPI documents it.

/** `check` applies the same rules to bodies that are too large for class-validator. */
function shape(
  presence: Presence,
  api: ApiPropertyOptions,
  check: Pick<PropertyCheck, 'check' | 'item' | 'list'>,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  const { optional = false, nullable = false } = presence;
  const absent = (_: object, value: unknown): boolean =>
    !(optional && value === undefined) && !(nullable && value === null);
  const documented = {
    ...api,
    required: !optional,
    ...(nullable ? { nullable: true } : {}),
  } as ApiPropertyOptions;
  return applyDecorators(
    ApiProperty(documented),
    Checked({ optional, nullable, ...check }),
    ...(optional || nullable ? [ValidateIf(absent)] : []),
    ...rules,
  );
}

const coerced = (to: (value: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }) => to(value));
const toNumber = (v: unknown): unknown =>
  typeof v === 'string' && v.trim() !== '' && Number.isFinite(Number(v)) ? Number(v) : v;

/**
 * A string; booleans and numbers are converted, see {@link toText}. `trim` removes surrounding
 * blanks before validation; with `emptyIfNull`, null counts as an empty text.
 */
export function Text(
  options: Presence & {
    min?: number;
    max?: number;
    pattern?: RegExp;
    wanted?: string;
    trim?: boolean;
    emptyIfNull?: boolean;
  } = {},
): PropertyDecorator {
  const { min, max, pattern, wanted, trim, emptyIfNull } = options;
  return shape(
    options,
    {
      type: String,
      minLength: min,
      maxLength: max,
      ...(pattern ? { pattern: pattern.source } : {}),
      ...(emptyIfNull ? { nullable: true } : {}),
    },
    { check: textValue({ min, max, pattern, wanted, trim, emptyIfNull }) },
    coerced((v) => textOf(v, { trim, emptyIfNull })),
    IsString(),
    ...(max !== undefined ? [Length(min ?? 0, max)] : min !== undefined ? [MinLength(min)] : []),
    ...(pattern
      ? [Matches(pattern, wanted ? { message: `$property must be ${wanted}` } : {})]
      : []),
  );
}

/** A boolean; the strings "true" and "false" are converted, and null becomes false. */
export function Flag(options: Presence = {}): PropertyDecorator {
  const word = (v: unknown): unknown =>
    v === 'true' ? true : v === 'false' || v === null ? false : v;
  return shape(options, { type: Boolean }, { check: flag }, coerced(word), IsBoolean());
}

/** The integers that JavaScript represents exactly. */
const SAFE = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const;
/** The range of `integer` in PostgreSQL. */
export const INT4 = { min: -2_147_483_648, max: 2_147_483_647 } as const;
/** An id or a count that PostgreSQL stores as an `integer`. */
export const INT4_FROM_0 = { min: 0, max: INT4.max } as const;

/**
 * An integer within bounds; numeric strings are converted. The default bounds are the integers that
 * JavaScript represents exactly.
 */
export function Int(options: Presence & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = SAFE.min, max = SAFE.max } = options;
  return shape(
    options,
    { type: 'integer', minimum: options.min, maximum: options.max },
    { check: wholeNumber({ min, max }) },
    coerced(toNumber),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/**
 * An integer; invalid or out-of-range values count as omitted, as in some queries of the reference.
 */
export function Lenient({
  min,
  max,
  preset,
}: {
  min: number;
  max: number;
  preset: number;
}): PropertyDecorator {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
    return Number.isInteger(number) && number >= min && number <= max ? number : preset;
  };
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: min, maximum: max, default: preset, required: false }),
    coerced(within),
    IsInt(),
  );
}

/** An integer of a query within a range, such as a size of a page; `preset` when it is omitted. */
export function Within({
  min,
  max,
  preset,
}: {
  min: number;
  max: number;
  preset: number;
}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'integer', minimum: min, maximum: max, default: preset, required: false }),
    coerced((value) => (value === undefined ? preset : toNumber(value))),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/** A number; numeric strings are converted. */
export function Decimal(
  options: Presence & { min?: number; max?: number } = {},
): PropertyDecorator {
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = options;
  return shape(
    options,
    { type: Number, minimum: options.min, maximum: options.max },
    {},
    coerced(toNumber),
    IsNumber(),
    Min(min),
    Max(max),
  );
}

/** One of several strings. */
export function OneOf(values: readonly string[], options: Presence = {}): PropertyDecorator {
  return shape(
    options,
    { type: String, enum: [...values] },
    { check: oneOf(values) },
    IsIn(values, { message: `$property ${oneOfThese(values)}` }),
  );
}

/** An ISO 8601 date and time, see {@link isMoment}. The value stays the original string. */
export function Moment(options: Presence = {}): PropertyDecorator {
  return shape(options, { type: String, format: 'date-time' }, { check: moment }, IsMoment());
}

const IsMoment = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value) => typeof value === 'string' && isMoment(value),
      defaultMessage: (args) =>
        `${args?.property} must be a date and time like 2030-01-31T12:00:00Z`,
    },
  });

/** A list of objects of a class. `uniqueBy` names a property that must be unique. */
export function ListOf(
  item: () => Class,
  options: Presence & { min?: number; max?: number; uniqueBy?: string } = {},
): PropertyDecorator {
  const { min, max = MAX_OBJECTS, uniqueBy } = options;
  return shape(
    options,
    { type: () => item(), isArray: true, minItems: min, maxItems: max },
    min === undefined ? { item, list: { max, uniqueBy } } : {},
    Bounded({ max, item, uniqueBy }),
    IsArray(),
    ...(min === undefined ? [] : [ArrayMinSize(min)]),
    IsObject({ each: true }),
    KnownKeysOnly(item),
    ValidateNested({ each: true }),
    Type(item),
  );
}

/** A nested object of a class. */
export function Part(item: () => Class, options: Presence = {}): PropertyDecorator {
  return shape(
    options,
    { type: () => item() },
    { item },
    Bounded({ max: MAX_NAMES, item }),
    IsObject(),
    KnownKeysOnly(item),
    ValidateNested(),
    Type(item),
  );
}

/**
 * A list of strings; numbers are converted. With `one`, a single string counts as a list, as in
 * queries.
 */
export function TextList(
  options: Presence & { min?: number; max?: number; one?: boolean } = {},
): PropertyDecorator {
  const { max = MAX_VALUES } = options;
  return shape(
    options,
    { type: String, isArray: true, minItems: options.min, maxItems: max },
    options.min === undefined && !options.one ? { check: listOf(textValue(), max) } : {},
    Bounded({
      max,
      values: { fits: (item) => typeof toText(item) === 'string', wanted: 'a string' },
    }),
    coerced((v) =>
      Array.isArray(v)
        ? v.map(toText)
        : options.one && v !== undefined
          ? listOfQuery(v).map(toText)
          : v,
    ),
    IsArray(),
    ...(options.min === undefined ? [] : [ArrayMinSize(options.min)]),
    IsString({ each: true }),
  );
}

/**
 * A query parameter as a list: the query parser turns more than 20 values into an object with
 * numeric keys.
 */
function listOfQuery(value: unknown): unknown[] {
  const isManyValues =
    isObject(value) && Object.keys(value).every((key, place) => key === String(place));
  return isManyValues ? Object.values(value) : [value];
}

/** A list of ids within PostgreSQL's `integer`; numeric strings are converted. */
export function IdList(options: Presence & { max?: number } = {}): PropertyDecorator {
  return IntList({ ...options, each: INT4_FROM_0 });
}

/** A list of integers, `each` within bounds; numeric strings are converted. */
export function IntList(
  options: Presence & { max?: number; each?: { min: number; max: number } } = {},
): PropertyDecorator {
  const { max = MAX_VALUES, each = SAFE } = options;
  return shape(
    options,
    { type: Number, isArray: true, maxItems: max },
    { check: listOf(wholeNumber(each), max) },
    Bounded({
      max,
      values: { fits: (item) => Number.isInteger(toNumber(item)), wanted: 'an integer number' },
    }),
    coerced((v) => (Array.isArray(v) ? v.map(toNumber) : v)),
    IsArray(),
    IsInt({ each: true }),
    Min(each.min, { each: true }),
    Max(each.max, { each: true }),
  );
}

/** A map of names to strings; numbers and booleans are converted, see {@link Text}. */
export function TextMap(options: Presence & { emptyIfNull?: boolean } = {}): PropertyDecorator {
  const values = (v: unknown): unknown =>
    v !== null && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, textOf(x, options)]))
      : v;
  return shape(
    options,
    {
      type: 'object',
      additionalProperties: {
        type: 'string',
        ...(options.emptyIfNull ? { nullable: true } : {}),
      },
    },
    { check: textMap(options) },
    Bounded({ max: MAX_NAMES }),
    coerced(values),
    IsTextMap(),
  );
}

const IsTextMap = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTextMap',
    validator: {
      validate: (v) =>
        isObject(v) && !Array.isArray(v) && Object.values(v).every((x) => typeof x === 'string'),
      defaultMessage: (args) => `${args?.property} must be an object whose values are strings`,
    },
  });

/** Any object; its contents are not validated. */
export function AnyObject(options: Presence = {}): PropertyDecorator {
  return shape(
    options,
    { type: 'object', additionalProperties: true },
    { check: anyObject },
    Bounded({ max: MAX_NAMES, asIs: true }),
    IsObject(),
  );
}

/** Any JSON value, or undefined. */
export function AnyValue(): PropertyDecorator {
  return shape(
    { optional: true },
    {
      description: '',
      oneOf: [
        { type: 'object' },
        { type: 'array', items: {} },
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean', nullable: true },
      ],
    } as ApiPropertyOptions,
    {},
    Allow(),
  );
}

/** The schema of any JSON value in a response. */
export const ANY_JSON = {
  oneOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
};

import { length, minLength } from 'class-validator';
import { TimeSlice } from '../../sandbox/time-slice.js';
import { type ErrorDetail, MAX_DETAILS } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';
import { MAX_NAMES, MAX_VALUES } from './bounds.js';
import { isMoment } from './calendar.js';

/**
 * Converts a value to `T` and collects errors. For bodies that are too large for decorated classes,
 * which are ten times slower; values are coerced in the same way, and unknown properties are
 * dropped.
 */
export type Shape<T> = (value: unknown, path: string, faults: ErrorDetail[]) => T;

/** Like {@link Shape}, for values that are too large to validate in one turn of the event loop. */
export type SlicedShape<T> = (
  value: unknown,
  path: string,
  faults: ErrorDetail[],
  slice: TimeSlice,
) => Promise<T>;

/** @throws BadDataError when the value is invalid. */
export async function shapedBody<T>(
  shape: SlicedShape<T>,
  value: unknown,
  path: string,
): Promise<T> {
  const faults: ErrorDetail[] = [];
  const result = await shape(value, path, faults, new TimeSlice());
  if (faults.length > 0)
    throw new BadDataError(
      `The request cannot be used: ${faults[0]!.path} ${faults[0]!.message}`,
      faults,
    );
  return result;
}

interface TextRules {
  min?: number;
  max?: number;
  pattern?: RegExp;
  wanted?: string;
  trim?: boolean | undefined;
  emptyIfNull?: boolean | undefined;
}

/**
 * Converts booleans and numbers to text, as the reference does. Numbers that JavaScript cannot hold
 * exactly, such as 9007199254740993 and 1e400, are not converted, because reading them has changed
 * them already.
 */
export const toText = (value: unknown): unknown =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    ? String(value)
    : value;

/** Converts a value like {@link toText}, by the rules of a text that come before validation. */
export function textOf(value: unknown, { trim, emptyIfNull }: TextRules): unknown {
  const text = emptyIfNull && value === null ? '' : toText(value);
  return trim && typeof text === 'string' ? text.trim() : text;
}

/**
 * A string; booleans and numbers are converted, see {@link toText}. `trim` removes surrounding
 * blanks before validation; with `emptyIfNull`, null counts as an empty text.
 */
export function textValue(rules: TextRules = {}): Shape<string> {
  const { min = 0, max = Infinity, pattern, wanted = '' } = rules;
  // Characters that take two code units only matter close to the limits.
  const isTooShort = (text: string): boolean =>
    text.length < min || (min > 1 && text.length < 2 * min && !minLength(text, min));
  const isTooLong = (text: string): boolean => text.length > max && !length(text, 0, max);
  return (value, path, faults) => {
    const it = textOf(value, rules);
    if (typeof it !== 'string') return fault('must be a string.');
    if (isTooShort(it) || isTooLong(it))
      return fault(
        `must have ${max === Infinity ? `at least ${min}` : `${min} to ${max}`} characters.`,
      );
    return pattern && !pattern.test(it) ? fault(`must be ${wanted}.`) : it;

    function fault(message: string): string {
      faults.push({ message, path });
      return '';
    }
  };
}

export const flag: Shape<boolean> = (value, path, faults) => {
  const it = value === 'true' ? true : value === 'false' || value === null ? false : value;
  if (typeof it !== 'boolean') faults.push({ message: 'must be true or false.', path });
  return it === true;
};

/** An integer within bounds; numeric strings are converted. */
export function wholeNumber({
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
} = {}): Shape<number> {
  return (value, path, faults) => {
    const it = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof it === 'number' && Number.isInteger(it) && it >= min && it <= max) return it;
    faults.push({ message: `must be a whole number from ${min} to ${max}.`, path });
    return min;
  };
}

/** What a text must be, to follow the name of its property. */
export function oneOfThese(values: readonly string[]): string {
  return `must be one of ${values.map((value) => value || 'an empty text').join(', ')}`;
}

/** One of several strings. */
export function oneOf<T extends string>(values: readonly T[]): Shape<T> {
  return (value, path, faults) => {
    if (!values.includes(value as T)) faults.push({ message: `${oneOfThese(values)}.`, path });
    return value as T;
  };
}

/** An ISO 8601 date and time, see {@link isMoment}; the value stays the original string. */
export const moment: Shape<string> = (value, path, faults) => {
  if (typeof value === 'string' && isMoment(value)) return value;
  faults.push({ message: 'must be a date and time like 2030-01-31T12:00:00Z.', path });
  return '';
};

/** A list with a maximum length. Validation stops when enough errors are collected. */
export function listOf<T>(shape: Shape<T>, max = MAX_VALUES, uniqueBy?: string): Shape<T[]> {
  return (value, path, faults) => {
    const list: T[] = [];
    for (const [index, item] of listIn(value, max, path, faults).entries()) {
      if (faults.length >= MAX_DETAILS) break;
      list.push(shape(item, `${path}/${index}`, faults));
    }
    requireUnique(list, uniqueBy, path, faults);
    return list;
  };
}

/** Like {@link listOf}, for long lists. */
export function longListOf<T>(shape: Shape<T>, max: number, uniqueBy?: string): SlicedShape<T[]> {
  return async (value, path, faults, slice) => {
    const list: T[] = [];
    for (const [index, item] of listIn(value, max, path, faults).entries()) {
      if (faults.length >= MAX_DETAILS) break;
      if (slice.isOver) await slice.pause();
      list.push(shape(item, `${path}/${index}`, faults));
    }
    requireUnique(list, uniqueBy, path, faults);
    return list;
  };
}

function requireUnique(
  list: readonly unknown[],
  uniqueBy: string | undefined,
  path: string,
  faults: ErrorDetail[],
): void {
  if (uniqueBy === undefined) return;
  const values = new Set(list.map((item) => String((item as Record<string, unknown>)[uniqueBy])));
  if (values.size < list.length)
    faults.push({ message: `must not contain the same ${uniqueBy} twice.`, path });
}

function listIn(value: unknown, max: number, path: string, faults: ErrorDetail[]): unknown[] {
  if (Array.isArray(value) && value.length <= max) return value as unknown[];
  faults.push({
    message: Array.isArray(value) ? `must not have more than ${max} items.` : 'must be a list.',
    path,
  });
  return [];
}

export const textMap =
  (rules: TextRules): Shape<Record<string, string>> =>
  (value, path, faults) => {
    const one = textValue({ emptyIfNull: rules.emptyIfNull });
    const entries = Object.entries(objectOf(value, path, faults));
    if (entries.length > MAX_NAMES)
      faults.push({ message: `must not have more than ${MAX_NAMES} properties.`, path });
    return Object.fromEntries(
      entries.slice(0, MAX_NAMES).map(([key, part]) => [key, one(part, `${path}/${key}`, faults)]),
    );
  };

/** Any object, as it was sent. */
export const anyObject: Shape<object> = (value, path, faults) => objectOf(value, path, faults);

/** A rule about an object as a whole; a violation is reported at one of its properties. */
export interface ObjectRule {
  property: string;
  message: string;
  holds: (object: Record<string, unknown>) => boolean;
}

/** An object with these properties. */
export function objectValue(
  shapes: Readonly<Record<string, Shape<unknown>>>,
  rules: readonly ObjectRule[] = [],
): Shape<object> {
  const known = Object.entries(shapes);
  return (value, path, faults) => {
    const given = objectOf(value, path, faults);
    const parts = known.map(
      ([key, shape]) => [key, shape(given[key], `${path}/${key}`, faults)] as const,
    );
    return following(rules, parts, path, faults);
  };
}

/** Builds the object from these properties, and reports the rules that it violates. */
function following(
  rules: readonly ObjectRule[],
  parts: readonly (readonly [string, unknown])[],
  path: string,
  faults: ErrorDetail[],
): object {
  const object = Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  for (const { property, message, holds } of rules)
    if (!holds(object)) faults.push({ message, path: `${path}/${property}` });
  return object;
}

/** Like {@link objectValue}, for objects that contain long lists. */
export function largeObject(
  shapes: Readonly<Record<string, SlicedShape<unknown>>>,
  rules: readonly ObjectRule[] = [],
): SlicedShape<object> {
  const known = Object.entries(shapes);
  return async (value, path, faults, slice) => {
    const given = objectOf(value, path, faults);
    const parts: [string, unknown][] = [];
    for (const [key, shape] of known)
      parts.push([key, await shape(given[key], `${path}/${key}`, faults, slice)]);
    return following(rules, parts, path, faults);
  };
}

function objectOf(value: unknown, path: string, faults: ErrorDetail[]): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  faults.push({ message: 'must be an object.', path });
  return {};
}

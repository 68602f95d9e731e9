import type { Type as Class } from '@nestjs/common';
import type { ErrorDetail } from '../../src/platform/errors/api-error.js';
import { slicedShapeOf } from '../../src/platform/http/validation/property-checks.js';
import { URL_NAME, URL_NAME_WANTED } from '../../src/platform/http/validation/url-name.js';
import { TimeSlice } from '../../src/platform/sandbox/time-slice.js';
import type { SlicedShape } from '../../src/platform/http/validation/shape.js';

const MAX_NAME = 100;
const MIN_TAG = 2;
const MAX_TAG = 50;
const MAX_ID = 1_000_000_000;

/** Why a name cannot be used here; undefined if it can. */
export function faultOfName(name: string): string | undefined {
  if (name.length > MAX_NAME) return `its name has more than ${MAX_NAME} characters`;
  return URL_NAME.test(name) ? undefined : `its name must be ${URL_NAME_WANTED}`;
}

/** Why a tag or a tag type cannot be used here. */
export function faultOfTag(text: string): string | undefined {
  const isFine = text.length >= MIN_TAG && text.length <= MAX_TAG;
  return isFine ? undefined : `it must have ${MIN_TAG} to ${MAX_TAG} characters`;
}

/** An id that can be kept; others get a new one. */
export function keptId(id: string): number | undefined {
  const value = Number(id);
  return Number.isInteger(value) && value > 0 && value < MAX_ID ? value : undefined;
}

const shapes = new WeakMap<Class, SlicedShape<object>>();

/**
 * Checks an object as requests of the API are checked.
 * @returns The object without unknown properties, or what is wrong.
 */
export async function checked<T extends object>(
  type: Class<T>,
  value: unknown,
): Promise<{ value: T } | { fault: string }> {
  let shape = shapes.get(type);
  if (!shape) shapes.set(type, (shape = slicedShapeOf(type)));
  const faults: ErrorDetail[] = [];
  const result = (await shape(value, '', faults, new TimeSlice())) as T;
  const [fault] = faults;
  return fault ? { fault: `${fault.path} ${fault.message}` } : { value: result };
}

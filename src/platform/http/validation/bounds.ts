import type { Type as Class } from '@nestjs/common';
import type { ErrorDetail } from '../../errors/api-error.js';

/** Default maximum number of objects in a list. */
export const MAX_OBJECTS = 1_000;
/** Default maximum number of strings or numbers in a list. */
export const MAX_VALUES = 5_000;
/** Maximum number of properties of an object whose property names the caller chooses. */
export const MAX_NAMES = 1_000;
/** Items above which a list of strings or numbers is refused for its first wrong item. */
const MANY_VALUES = 1_000;

/**
 * Upper bound of a property. Checked before anything else, because validating ten thousand wrong
 * items would take seconds.
 */
interface PropertyBound {
  /** Maximum number of items of a list, or properties of an object. */
  max: number;
  /** Class of the items, or of the object. */
  item?: () => Class;
  /** Property of the items that must be unique. */
  uniqueBy?: string;
  /**
   * What the items of a list of strings or numbers are. In a long list a wrong one is refused at
   * once: converting and describing ten thousand of them took up to 0.2 s.
   */
  values?: { fits: (item: unknown) => boolean; wanted: string };
  /** Whether the value is passed on as sent, without validating its contents. */
  asIs?: boolean;
}

const BOUNDS = Symbol('what properties may hold at most');

/** Declares the upper bound of a property. */
export function Bounded(bound: PropertyBound): PropertyDecorator {
  return (target, property) => {
    const inherited = boundsOf(target.constructor as Class);
    Reflect.defineMetadata(
      BOUNDS,
      new Map([...inherited, [String(property), bound]]),
      target.constructor,
    );
  };
}

/** The bounds of a class by property, including inherited ones. */
export function boundsOf(type: Class): ReadonlyMap<string, PropertyBound> {
  return (
    (Reflect.getMetadata(BOUNDS, type) as ReadonlyMap<string, PropertyBound> | undefined) ??
    new Map<string, PropertyBound>()
  );
}

/** The first bound that a value, or an object within it, exceeds. */
export function excessOf(type: Class, value: object, path: string): ErrorDetail | undefined {
  for (const [property, bound] of boundsOf(type)) {
    const held = (value as Record<string, unknown>)[property];
    if (held === null || typeof held !== 'object') continue;
    const at = `${path}/${property}`;
    const own = Array.isArray(held)
      ? excessOfList(property, held, bound)
      : excessOfObject(property, held, bound);
    if (own) return { message: own, path: at };
    const deeper = bound.item && excessWithin(bound.item(), held, at);
    if (deeper) return deeper;
  }
  return undefined;
}

function excessOfList(
  property: string,
  list: readonly unknown[],
  { max, uniqueBy, values: own }: PropertyBound,
): string | undefined {
  if (list.length > max) return `${property} must contain no more than ${max} elements.`;
  if (own && list.length > MANY_VALUES && !list.every(own.fits))
    return `each value in ${property} must be ${own.wanted}.`;
  if (uniqueBy === undefined) return undefined;
  const values = list.map((item) => {
    const value = (item as Record<string, unknown> | null)?.[uniqueBy];
    // An object is refused later. As text it could be anything, since the caller can name a
    // property `toString`.
    return typeof value === 'object' ? value : String(value);
  });
  return new Set(values).size < values.length
    ? `${property} must not contain duplicate values.`
    : undefined;
}

function excessOfObject(
  property: string,
  object: object,
  { max, item }: PropertyBound,
): string | undefined {
  // Nested classes declare their own bounds.
  if (item !== undefined) return undefined;
  let names = 0;
  for (const name in object)
    if (Object.hasOwn(object, name) && ++names > max)
      return `${property} must not have more than ${max} properties.`;
  return undefined;
}

function excessWithin(item: Class, held: object, path: string): ErrorDetail | undefined {
  if (!Array.isArray(held)) return excessOf(item, held, path);
  if (boundsOf(item).size === 0) return undefined;
  for (const [index, one] of held.entries()) {
    const excess =
      one !== null && typeof one === 'object'
        ? excessOf(item, one as object, `${path}/${index}`)
        : undefined;
    if (excess) return excess;
  }
  return undefined;
}

/** Whether lists of nested classes contain more than `many` objects in total. */
export function hasManyObjects(type: Class, value: object, many: number): boolean {
  return objectsIn(type, value, many) > many;
}

function objectsIn(type: Class, value: object, many: number): number {
  let count = 0;
  for (const [property, { item }] of boundsOf(type)) {
    const held = (value as Record<string, unknown>)[property];
    if (!item || held === null || typeof held !== 'object') continue;
    const nested = Array.isArray(held) ? held : [held];
    count += nested.length;
    for (const one of nested) {
      if (count > many) return count;
      if (one !== null && typeof one === 'object')
        count += objectsIn(item(), one as object, many - count);
    }
  }
  return count;
}

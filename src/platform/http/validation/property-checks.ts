import type { Type as Class } from '@nestjs/common';
import {
  largeObject,
  listOf,
  longListOf,
  type ObjectRule,
  objectValue,
  type Shape,
  type SlicedShape,
} from './shape.js';
import { ValidateBy } from 'class-validator';

/** The fast check of a property, for large bodies; declared by its decorators. */
export interface PropertyCheck {
  optional: boolean;
  nullable: boolean;
  /** Checks a value that is neither omitted nor null; lists and objects have `item` instead. */
  check?: Shape<unknown>;
  /** The class of the items of a list, or of an object. */
  item?: () => Class;
  /** For a list: the maximum number of items, and the property by which items are unique. */
  list?: { max: number; uniqueBy: string | undefined };
}

const CHECKS = Symbol('fast checks of properties');
const RULES = Symbol('rules about an object as a whole');

/** Declares how the fast check treats a property. */
export function Checked(check: PropertyCheck): PropertyDecorator {
  return (target, property) => {
    const checks = new Map([...checksOf(target.constructor as Class), [String(property), check]]);
    Reflect.defineMetadata(CHECKS, checks, target.constructor);
  };
}

/** Declares a rule that depends on more than one property. */
export function CheckedTogether(rule: ObjectRule): PropertyDecorator {
  return (target) => {
    const rules = [...rulesOf(target.constructor as Class), rule];
    Reflect.defineMetadata(RULES, rules, target.constructor);
  };
}

/** The fast checks of a class, including inherited ones, by property. */
export function checksOf(type: Class): ReadonlyMap<string, PropertyCheck> {
  return (
    (Reflect.getMetadata(CHECKS, type) as ReadonlyMap<string, PropertyCheck> | undefined) ??
    new Map<string, PropertyCheck>()
  );
}

/** The rules of a class that depend on several properties. */
export function rulesOf(type: Class): readonly ObjectRule[] {
  return (Reflect.getMetadata(RULES, type) as readonly ObjectRule[] | undefined) ?? [];
}

/**
 * The fast check of a class with long lists, generated from its decorators. Its lists, and those of
 * its nested objects, are checked in time slices; a single item is checked without interruption.
 */
export function slicedShapeOf<T extends object>(type: Class<T>): SlicedShape<T> {
  const shapes: Record<string, SlicedShape<unknown>> = {};
  for (const [property, check] of checksOf(type)) {
    const { item, list } = check;
    const sliced = !item
      ? inSlices(shapeOfProperty(type, property, check))
      : list
        ? longListOf(shapeOf(item()), list.max, list.uniqueBy)
        : slicedShapeOf(item());
    shapes[property] = async (value, path, faults, slice) =>
      isAbsent(check, value) ? absent(check, value) : sliced(value, path, faults, slice);
  }
  return largeObject(shapes, rulesOf(type)) as SlicedShape<T>;
}

function inSlices(shape: Shape<unknown>): SlicedShape<unknown> {
  return (value, path, faults) => Promise.resolve(shape(value, path, faults));
}

const shapes = new WeakMap<Class, Shape<object>>();

function shapeOf<T extends object>(type: Class<T>): Shape<T> {
  let shape = shapes.get(type);
  if (!shape) {
    const properties = [...checksOf(type)].map(([property, check]) => {
      const present = shapeOfProperty(type, property, check);
      const whole: Shape<unknown> = (value, path, faults) =>
        isAbsent(check, value) ? absent(check, value) : present(value, path, faults);
      return [property, whole] as const;
    });
    shape = objectValue(Object.fromEntries(properties), rulesOf(type));
    shapes.set(type, shape);
  }
  return shape as Shape<T>;
}

function shapeOfProperty(
  type: Class,
  property: string,
  { check, item, list }: PropertyCheck,
): Shape<unknown> {
  if (check) return check;
  if (!item) throw new Error(`${type.name}.${property} has no fast check.`);
  return list ? listOf(shapeOf(item()), list.max, list.uniqueBy) : shapeOf(item());
}

/** Large bodies are files written by other programs, in which null counts as omitted. */
function isAbsent({ optional, nullable }: PropertyCheck, value: unknown): boolean {
  return value === undefined ? optional : value === null && (optional || nullable);
}

function absent({ nullable }: PropertyCheck, value: unknown): null | undefined {
  return value === null && nullable ? null : undefined;
}

const namesByClass = new Map<string, readonly string[]>();

/**
 * Documents that at least one of some optional properties of a request body is required. The
 * service checks it.
 */
export function OneRequired(...names: string[]): ClassDecorator {
  return (type) => void namesByClass.set(type.name, names);
}

/** The properties of a class of which one is required, if it declares any. */
export const requiredOneOf = (className: string): readonly string[] | undefined =>
  namesByClass.get(className);

/**
 * A rule that depends on other properties of the object: the value of a payload depends on its
 * type.
 */
export function Together<T extends object>(
  message: string,
  holds: (object: T) => boolean,
): PropertyDecorator {
  return (target, property) => {
    ValidateBy({
      name: 'together',
      validator: {
        validate: (_, args) => holds(args?.object as T),
        defaultMessage: () => `${String(property)} ${message}`,
      },
    })(target, property);
    CheckedTogether({
      property: String(property),
      message: `${message}.`,
      holds: (object) => holds(object as T),
    })(target, property);
  };
}

import type { Type as Class } from '@nestjs/common';
import { getMetadataStorage, registerDecorator } from 'class-validator';
import { MAX_DETAILS } from '../../errors/api-error.js';
import { boundsOf, MAX_NAMES } from './bounds.js';

const STRICT = Symbol('refuse unknown properties');

/** Marks a class that refuses unknown properties. Other classes drop them, as in the reference. */
export function RefuseUnknown(): ClassDecorator {
  return (target) => Reflect.defineMetadata(STRICT, true, target);
}

/** The unknown properties of a value whose class refuses them. */
export function unknownKeys(type: Class, value: unknown): string[] {
  if (!Reflect.getMetadata(STRICT, type) || value === null || typeof value !== 'object') return [];
  const known = propertiesOf(type);
  return Object.keys(value).filter((key) => !known.has(key));
}

const properties = new WeakMap<Class, ReadonlySet<string>>();

/** The properties that a class validates. */
function propertiesOf(type: Class): ReadonlySet<string> {
  let known = properties.get(type);
  if (!known) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    properties.set(type, (known = new Set(rules.map((rule) => rule.propertyName))));
  }
  return known;
}

/**
 * Removes unknown properties from a value and its nested classes. class-transformer and
 * class-validator would do that too, but take over 100 ms for ten thousand of them. Where unknown
 * properties are refused, enough remain to report.
 */
export function withoutUnknown(type: Class, value: object): object {
  const known = propertiesOf(type);
  const bounds = boundsOf(type);
  let reportable = Reflect.getMetadata(STRICT, type) ? MAX_DETAILS : 0;
  const kept: [string, unknown][] = [];
  for (const [key, held] of Object.entries(value)) {
    if (!known.has(key) && reportable-- <= 0) continue;
    const item = bounds.get(key)?.item;
    kept.push([
      key,
      item ? nestedWithoutUnknown(item(), held) : bounds.has(key) ? held : shortened(held),
    ]);
  }
  return Object.fromEntries(kept);
}

/**
 * An object in place of a string or number is refused whatever it contains, so its excess
 * properties are removed.
 */
function shortened(held: unknown): unknown {
  if (held === null || typeof held !== 'object' || Array.isArray(held)) return held;
  const entries = Object.entries(held);
  return entries.length > MAX_NAMES ? Object.fromEntries(entries.slice(0, MAX_NAMES)) : held;
}

function nestedWithoutUnknown(type: Class, held: unknown): unknown {
  if (held === null || typeof held !== 'object') return held;
  return Array.isArray(held)
    ? held.map((one: unknown) => nestedWithoutUnknown(type, one))
    : withoutUnknown(type, held);
}

/**
 * Applies {@link RefuseUnknown} to nested objects: class-validator only supports it for all classes
 * or none.
 */
export function KnownKeysOnly(item: () => Class): PropertyDecorator {
  return (target, property) => {
    const unknown = (value: unknown): string[] =>
      (Array.isArray(value) ? value : [value]).flatMap((one) => unknownKeys(item(), one));
    registerDecorator({
      name: 'knownKeysOnly',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value) => unknown(value).length === 0,
        defaultMessage: (args) =>
          `${args?.property} must not have the property ${unknown(args?.value).join(', ')}`,
      },
    });
  };
}

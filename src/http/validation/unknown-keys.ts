import type { Type as Class } from '@nestjs/common';
import { getMetadataStorage, registerDecorator } from 'class-validator';

const STRICT = Symbol('refuse unknown properties');

/** Marks a class whose unknown properties are refused. Those of other classes are dropped, as the reference does. */
export function RefuseUnknown(): ClassDecorator {
  return (target) => Reflect.defineMetadata(STRICT, true, target);
}

/** The properties of a value that its class does not know, when the class refuses them. */
export function unknownKeys(type: Class, value: unknown): string[] {
  if (!Reflect.getMetadata(STRICT, type) || value === null || typeof value !== 'object') return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const known = new Set(rules.map((rule) => rule.propertyName));
  return Object.keys(value).filter((key) => !known.has(key));
}

/** Applies {@link RefuseUnknown} to nested objects: class-validator itself can only do so for all classes or for none. */
export function KnownKeysOnly(item: () => Class): PropertyDecorator {
  return (target, property) => {
    const unknown = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).flatMap((one) => unknownKeys(item(), one));
    registerDecorator({
      name: 'knownKeysOnly',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value) => unknown(value).length === 0,
        defaultMessage: (args) => `${args?.property} must not have the property ${unknown(args?.value).join(', ')}`,
      },
    });
  };
}

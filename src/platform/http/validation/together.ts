import { ValidateBy } from 'class-validator';
import { CheckedTogether } from './property-checks.js';

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

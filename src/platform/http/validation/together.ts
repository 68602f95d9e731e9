import { ValidateBy } from 'class-validator';
import { CheckedTogether } from './property-checks.js';

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

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

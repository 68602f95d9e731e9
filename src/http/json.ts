/**
 * JSON text of a `T`, produced by PostgreSQL. A controller that returns it sends it unchanged,
 * without parsing it. The type parameter only exists for the compiler.
 */
export type Json<T> = string & { readonly __json?: T };

/** A `T` as JSON text in parts, for values that are too large to concatenate. */
export class JsonParts<T> {
  declare readonly __json?: T;

  constructor(readonly parts: Iterable<string>) {}
}

/** Serialises a value once, for a response or as the parameter of a statement. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value);
}

/** Declares that a text is the JSON of a `T`, for text that is concatenated from JSON. */
export function jsonOf<T>(text: string): Json<T> {
  return text;
}

declare const JSON_OF: unique symbol;

/**
 * JSON text of a `T`. A controller that returns it sends it unchanged, without parsing it.
 * PostgreSQL makes most of them: a statement declares such a column as `Json<T>`. Elsewhere only
 * {@link toJson} and {@link jsonOf} make one.
 */
export type Json<T> = string & { readonly [JSON_OF]: T };

/** A `T` as JSON text in parts, for values that are too large to concatenate. */
export class JsonParts<T> {
  declare readonly __json?: T;

  constructor(readonly parts: Iterable<string> | AsyncIterable<string>) {}
}

/** Serialises a value once, for a response or as the parameter of a statement. */
export function toJson<T>(value: T): Json<T> {
  return JSON.stringify(value) as Json<T>;
}

/** Declares that a text is the JSON of a `T`, for text that is concatenated from JSON. */
export function jsonOf<T>(text: string): Json<T> {
  return text as Json<T>;
}

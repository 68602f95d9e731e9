/**
 * JSON text of a `T`, produced by PostgreSQL. A controller that returns it sends it unchanged,
 * without parsing it. The type parameter only exists for the compiler.
 */
export type Json<T> = string & { readonly __json?: T };

/** A `T` as JSON text in parts, for what is too large to be put together in one go. */
export class JsonParts<T> {
  declare readonly __json?: T;

  constructor(readonly parts: Iterable<string>) {}
}

/**
 * A `T` that is already JSON text, as PostgreSQL made it: a controller that returns it sends it as
 * it is, without parsing it and writing it again. The type parameter is documentation that the
 * compiler checks; the value is a plain string.
 */
export type Json<T> = string & { readonly __json?: T };

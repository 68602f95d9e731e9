/**
 * JSON text of a `T`, produced by PostgreSQL. A controller that returns it sends it unchanged,
 * without parsing it. The type parameter only exists for the compiler.
 */
export type Json<T> = string & { readonly __json?: T };

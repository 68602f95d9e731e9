/** Kinds of API tokens: for server-side SDKs, for browsers and apps, and for administration. */
export const TOKEN_TYPES = ['client', 'frontend', 'admin'] as const;

/** A kind of API tokens. */
export type TokenType = (typeof TOKEN_TYPES)[number];

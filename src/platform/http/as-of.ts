/**
 * What the query parameter `asOf` rebuilds as it was at a moment, instead of reading it. The
 * handlers of the playground rebuild it themselves.
 */
export type AsOf = 'feature' | 'features' | 'segment' | 'client' | 'playground';

/** The query parameter in OpenAPI. */
export const AS_OF = {
  name: 'asOf',
  required: false,
  schema: { type: 'string', format: 'date-time' },
  description:
    'A moment of the past, as an RFC 3339 date-time: the response is what it was then, rebuilt ' +
    'from the history of changes. Without what follows from usage and the caller.',
} as const;

/**
 * Whether OpenAPI declares the parameter: only where the operation has others, so that clients that
 * are generated from it stay the same.
 */
export function isAsOfDeclared(asOf: AsOf | undefined): boolean {
  return asOf === 'features' || asOf === 'client';
}

import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';
import type { Constraint } from './operators.js';

export type ContextField = Schemas['ContextFieldResponse'];

/** All context fields, with their legal values. */
export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields', 'all'],
  staleTime: 60_000,
  queryFn: ({ signal }): Promise<ContextField[]> =>
    bodyOf(api.GET('/api/admin/context', { signal })) as Promise<ContextField[]>,
});

/** The legal values of the field of a constraint; none when it accepts any value. */
export function legalValuesOf(constraint: Constraint, fields: readonly ContextField[]): string[] {
  const field = fields.find(({ name }) => name === constraint.contextName);
  return field?.legalValues.map(({ value }) => value) ?? [];
}

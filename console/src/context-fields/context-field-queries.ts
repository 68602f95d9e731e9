import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type ContextField = Schemas['ContextFieldResponse'];

/** All context fields by name, with their usage. */
export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields', 'list'],
  queryFn: ({ signal }): Promise<ContextField[]> =>
    bodyOf(api.GET('/api/admin/context', { signal })),
});

/** What the same users can be recognised by: two built-in ways, and fields that allow it. */
export const stickinessQuery = queryOptions({
  ...contextFieldsQuery,
  select: (fields) => [
    ...['default', 'random'],
    ...fields.filter(({ stickiness }) => stickiness).map(({ name }) => name),
  ],
});

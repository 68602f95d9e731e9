import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type ContextField = Schemas['ContextFieldResponse'];

/** All context fields by name, with their usage. */
export const contextFieldsQuery = queryOptions({
  queryKey: ['context-fields', 'list'],
  queryFn: ({ signal }): Promise<ContextField[]> =>
    bodyOf(api.GET('/api/admin/context', { signal })),
});

/** The context fields of a project by name, with their usage. */
export const projectContextFieldsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['context-fields', 'of-project', projectId],
    queryFn: ({ signal }): Promise<ContextField[]> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/context', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

/** The context fields that constraints can use, those of the projects that the person sees too. */
export const constraintFieldsQuery = queryOptions({
  queryKey: ['context-fields', 'of-constraints'],
  queryFn: ({ signal }): Promise<ContextField[]> =>
    bodyOf(api.GET('/api/admin/context', { params: { query: { include: 'project' } }, signal })),
});

/** What the same users can be recognised by: two built-in ways, and fields that allow it. */
export const stickinessQuery = queryOptions({
  ...contextFieldsQuery,
  select: (fields) => [
    ...['default', 'random'],
    ...fields.filter(({ stickiness }) => stickiness).map(({ name }) => name),
  ],
});

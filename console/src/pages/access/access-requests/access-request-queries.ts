import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type AccessRequest = Schemas['AccessRequestResponse'];

/** The person's own requests, and those that wait for them. */
export const accessRequestsQuery = queryOptions({
  queryKey: ['access-requests', 'own'],
  queryFn: ({ signal }) => bodyOf(api.GET('/api/admin/access-requests', { signal })),
});

/** The requests for access to a project, and the roles that can be asked for. */
export const projectAccessRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['access-requests', 'of', projectId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/access-requests', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

/** What a change of access makes outdated. */
export const OUTDATES = ['access-requests', 'people', 'projects', 'me'];

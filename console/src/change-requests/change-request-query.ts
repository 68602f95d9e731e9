import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';

export type ChangeRequest = Schemas['ChangeRequestResponse'];

/** One change request, with the conflicts of its changes. */
export const changeRequestQuery = (projectId: string, id: number) =>
  queryOptions({
    queryKey: ['change-requests', 'one', projectId, id],
    queryFn: ({ signal }): Promise<ChangeRequest> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/change-requests/{id}', {
          params: { path: { projectId, id } },
          signal,
        }),
      ),
  });

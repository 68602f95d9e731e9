import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';

export type ChangeRequest = Schemas['ChangeRequestResponse'];
/** A change request, with its version for `If-Match`. */
export type ShownRequest = ChangeRequest & { version: string };

/** One change request, with the conflicts of its changes. */
export const changeRequestQuery = (projectId: string, id: number) =>
  queryOptions({
    queryKey: ['change-requests', 'one', projectId, id],
    queryFn: async ({ signal }): Promise<ShownRequest> => {
      const { body, version } = await versionedBodyOf(
        api.GET('/api/admin/projects/{projectId}/change-requests/{id}', {
          params: { path: { projectId, id } },
          signal,
        }),
      );
      return { ...body, version };
    },
  });

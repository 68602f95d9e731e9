import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

/** A link that turns features off. */
export type EmergencyLink = Schemas['EmergencyLinkResponse'];
/** A link that was just created, with its address. */
export type NewEmergencyLink = Schemas['NewEmergencyLinkResponse'];

/** The first elements of the query keys that a change of a link makes outdated. */
export const EMERGENCY_LINK_ROOTS = ['emergency-links', 'events'] as const;

/** The emergency links of a project. */
export const emergencyLinksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['emergency-links', projectId] as const,
    queryFn: ({ signal }): Promise<Schemas['EmergencyLinksResponse']> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/emergency-links', {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';

export type FormerFeature = Schemas['FeatureResponse'];

const LONG_MS = 600_000;

/** A feature as it was at a moment. */
export const formerFeatureQuery = (projectId: string, featureName: string, asOf: string) =>
  queryOptions({
    queryKey: ['features', 'former', projectId, featureName, asOf],
    staleTime: LONG_MS,
    queryFn: ({ signal }): Promise<FormerFeature> => {
      // Documented, but openapi.json declares it only where an operation has other parameters.
      const query = { asOf } as never;
      return bodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{featureName}', {
          params: { path: { projectId, featureName }, query },
          signal,
        }),
      );
    },
  });

/** What has changed since a moment. */
export const changesQuery = (projectId: string, featureName: string, from: string) =>
  queryOptions({
    queryKey: ['features', 'compared', projectId, featureName, from],
    queryFn: async ({ signal }) => {
      const params = { path: { projectId, featureName }, query: { from } };
      const answer = api.GET('/api/admin/projects/{projectId}/features/{featureName}/compare', {
        params,
        signal,
      });
      return (await bodyOf(answer)).differences;
    },
  });

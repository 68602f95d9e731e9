import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Application = Schemas['ApplicationDetailsResponse'];
export const PAGE_SIZE = 50;

/** A page of applications whose name, project or environment contains a text. */
export const applicationsQuery = (query: string, page: number) =>
  queryOptions({
    queryKey: ['applications', 'list', query, page] as const,
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/metrics/applications', {
          params: {
            query: {
              ...(query ? { query } : {}),
              limit: String(PAGE_SIZE),
              offset: String((page - 1) * PAGE_SIZE),
            },
          },
          signal,
        }),
      ),
  });

/** An application and its state in each environment. */
export const applicationQuery = (appName: string) =>
  queryOptions({
    queryKey: ['applications', 'one', appName] as const,
    queryFn: async ({ signal }) => {
      const options = { params: { path: { appName } }, signal };
      const [application, overview] = await Promise.all([
        bodyOf(api.GET('/api/admin/metrics/applications/{appName}', options)),
        bodyOf(api.GET('/api/admin/metrics/applications/{appName}/overview', options)),
      ]);
      return { application, overview };
    },
  });

/** A page of the Edge processes that have reported, those that reported last first. */
export const edgesQuery = (page: number) =>
  queryOptions({
    queryKey: ['applications', 'edges', page] as const,
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/admin/metrics/edges', {
          params: { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
          signal,
        }),
      ),
  });

/** Outdated SDK versions and the applications that use them. */
export const outdatedSdksQuery = queryOptions({
  queryKey: ['applications', 'outdated-sdks'],
  queryFn: async ({ signal }) =>
    (await bodyOf(api.GET('/api/admin/metrics/sdks/outdated', { signal }))).sdks,
});

/** Features that applications evaluate and that do not exist. */
export const unknownFeaturesQuery = queryOptions({
  queryKey: ['applications', 'unknown-features'],
  queryFn: async ({ signal }) =>
    (await bodyOf(api.GET('/api/admin/metrics/unknown-flags', { signal }))).unknownFlags,
});

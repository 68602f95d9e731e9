import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';

export type FoundFeature = Schemas['FoundFeatureResponse'];
export type FeatureDetails = Schemas['FeatureDetailResponse'];
export type FeaturePage = Schemas['FeatureSearchResponse'];
/** A feature, with its version for `If-Match`. */
export type Feature = Schemas['FeatureResponse'] & { version: string };

/** Parameters of the feature search, in the language of the API. */
export interface FeatureSearch {
  query?: string;
  project?: string;
  state?: string;
  type?: string;
  tag?: string;
  lifecycle?: string;
  createdBy?: string;
  archived?: string;
  status?: string[];
  lastSeenAt?: string;
  sortBy?: string;
  sortOrder?: 'asc' | 'desc';
  favoritesFirst?: string;
  limit?: number;
  offset?: number;
}

/** Asks the service for a page of features that match. */
export function findFeatures(
  { limit, offset, status, ...rest }: FeatureSearch,
  signal: AbortSignal,
): Promise<FeaturePage> {
  const query = {
    ...rest,
    // The service reads a list of one value by this name only.
    ...(status ? { 'status[]': status } : {}),
    ...(limit === undefined ? {} : { limit: String(limit) }),
    ...(offset ? { offset: String(offset) } : {}),
  };
  return bodyOf(api.GET('/api/admin/search/features', { params: { query }, signal }));
}

/** A page of features that match. */
export const featureSearchQuery = (search: FeatureSearch) =>
  queryOptions({
    queryKey: ['features', 'search', search] as const,
    queryFn: ({ signal }) => findFeatures(search, signal),
  });

/** What the list tells of these features beside what the search finds, by their names. */
export const featureDetailsQuery = (names: readonly string[]) =>
  queryOptions({
    queryKey: ['features', 'details', names] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, FeatureDetails>> => {
      const query = { names: names.join() };
      const answer = api.GET('/api/admin/search/feature-details', { params: { query }, signal });
      const { features } = await bodyOf(answer);
      return new Map(features.map((details) => [details.name, details]));
    },
  });

/** One feature with its environments. */
export const featureQuery = (project: string, feature: string) =>
  queryOptions({
    queryKey: ['features', 'one', project, feature] as const,
    queryFn: async ({ signal }): Promise<Feature> => {
      const { body, version } = await versionedBodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{featureName}', {
          params: { path: { projectId: project, featureName: feature } },
          signal,
        }),
      );
      return { ...body, version };
    },
  });

/** The first elements of the query keys that a change of a feature makes outdated. */
export const FEATURE_ROOTS = ['features', 'events'] as const;

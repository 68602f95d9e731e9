import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';

/** Where code names a feature. */
export type CodeReferences = Schemas['FeatureCodeReferencesResponse'];

/** The references in code to a feature. */
export const codeReferencesQuery = (projectId: string, featureName: string) =>
  queryOptions({
    queryKey: ['code-references', projectId, featureName] as const,
    queryFn: ({ signal }): Promise<CodeReferences> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{featureName}/code-references', {
          params: { path: { projectId, featureName } },
          signal,
        }),
      ),
  });

/** What is known of a feature in an environment, and what speaks against a certificate. */
export type RemovalCheck = Schemas['RemovalCheckResponse'];

interface RemovalPlace {
  projectId: string;
  featureName: string;
  environment: string;
}

/** Whether everybody always got the same in an environment. */
export const removalQuery = (path: RemovalPlace) =>
  queryOptions({
    queryKey: ['removal', path] as const,
    queryFn: ({ signal }): Promise<RemovalCheck> =>
      bodyOf(
        api.GET(
          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/removal-certificate',
          { params: { path }, signal },
        ),
      ),
  });

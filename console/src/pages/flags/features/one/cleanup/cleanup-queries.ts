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

import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Environment = Schemas['ListedEnvironmentResponse'];

/** All environments in their order, with their usage. */
export const environmentsQuery = queryOptions({
  queryKey: ['environments', 'list'],
  queryFn: async ({ signal }): Promise<Environment[]> =>
    (await bodyOf(api.GET('/api/admin/environments', { signal }))).environments,
});

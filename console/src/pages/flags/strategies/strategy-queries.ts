import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type StrategyDefinition = Schemas['StrategyDefinitionResponse'];

/** Kinds of strategies with their parameters. */
export const strategyDefinitionsQuery = queryOptions({
  queryKey: ['strategy-definitions', 'all'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<StrategyDefinition[]> =>
    (await bodyOf(api.GET('/api/admin/strategies', { signal }))).strategies,
});

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '../../../../app/router/location.js';
import { useMe } from '../../../../app/session/me.js';
import { featureDetailsQuery, type FoundFeature } from '../feature-queries.js';

/** The columns of the address, or those that the person chose; undefined for the usual ones. */
export function useChosen(): string | undefined {
  const { featureColumns } = useMe();
  return useSearch()[0].get('columns') ?? featureColumns?.join();
}

/**
 * The columns beside the switches, and what is read for them. Both come after the switches, which
 * can be used before.
 */
export function useColumns(features: readonly FoundFeature[], isOfProject: boolean) {
  const chosen = useChosen();
  const { data: columns } = useQuery({
    queryKey: ['columns', chosen, isOfProject],
    queryFn: async () => (await import('./chosen-columns.js')).columnsOf(chosen, isOfProject),
    enabled: features.length > 0,
    staleTime: Infinity,
  });
  const { data: details } = useQuery({
    ...featureDetailsQuery(features.map(({ name }) => name)),
    placeholderData: keepPreviousData,
    enabled: columns?.haveDetails ?? false,
  });
  return { columns, details };
}

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '../../router/location.js';
import { useMe } from '../../session/me.js';

/** The columns of the address, or those that the person chose; undefined for the usual ones. */
export function useChosen(): string | undefined {
  const { featureColumns } = useMe();
  return useSearch()[0].get('columns') ?? featureColumns?.join();
}

/** How chosen columns are shown, which is loaded only when some are chosen. */
export function useColumns() {
  const chosen = useChosen();
  const { data } = useQuery({
    queryKey: ['columns', chosen],
    queryFn: async () => (await import('./chosen-columns.js')).columnsOf(chosen!),
    enabled: chosen !== undefined,
    staleTime: Infinity,
  });
  return { isUsual: chosen === undefined, columns: data };
}

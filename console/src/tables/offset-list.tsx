import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from '../router/location.js';
import { FailureNotice, Loading } from '../ui/states.js';
import { OffsetPages } from './offset-pages.js';
import { pageOf } from './page-of.js';

export interface OffsetListProps<Body> {
  /** The page that the address names, as it was read. */
  found: Pick<UseQueryResult<Body>, 'data' | 'error' | 'refetch'>;
  /** How many rows a page has. */
  size: number;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** Shows the page. */
  children: (body: Body) => ReactNode;
}

/** A list of which the service answers one page at a time. */
export function OffsetList<Body extends { total: number }>(props: OffsetListProps<Body>) {
  const { found, size, empty, children } = props;
  const { data, error, refetch } = found;
  const [parameters, change] = useSearch();
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return empty;
  return (
    <>
      {children(data)}
      <OffsetPages
        total={data.total}
        size={size}
        page={pageOf(parameters)}
        onChange={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}

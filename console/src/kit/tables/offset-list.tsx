import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from '../../app/router/location.js';
import { Pagination } from '../pagination.js';
import { FailureNotice, Loading } from '../states.js';
import { pageOf } from './page-of.js';

export interface OffsetListProps<Body, Key extends QueryKey> {
  /** Asks the service for a page, from 1. */
  find: (page: number) => UseQueryOptions<Body, Error, Body, Key>;
  /** How many rows a page has. */
  size: number;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** Shows the page. */
  children: (body: Body) => ReactNode;
}

/** A list of which the service answers one page at a time; the address names the page. */
export function OffsetList<Body extends { total: number }, Key extends QueryKey>(
  props: OffsetListProps<Body, Key>,
) {
  const { find, size, empty, children } = props;
  const [parameters, change] = useSearch();
  const page = pageOf(parameters);
  const { data, error, refetch } = useQuery({
    ...find(page),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.total === 0) return empty;
  return (
    <>
      {children(data)}
      <Pagination
        total={data.total}
        size={size}
        page={page}
        onChange={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}

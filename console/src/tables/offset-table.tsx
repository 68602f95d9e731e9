import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearch } from '../router/location.js';
import { FailureNotice, Loading } from '../ui/states.js';
import { DataTable, type DataTableProps } from './data-table.js';
import { OffsetPages } from './offset-pages.js';
import { pageOf } from './page-of.js';

interface OffsetTableProps<Body, Row> extends Omit<DataTableProps<Row>, 'rows'> {
  /** The page that the address names, as it was read. */
  found: Pick<UseQueryResult<Body>, 'data' | 'error' | 'refetch'>;
  rowsOf: (body: Body) => readonly Row[];
  /** How many rows a page has. */
  size: number;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
}

/** A table of which the service answers one page at a time. */
export function OffsetTable<Body extends { total: number }, Row>(
  props: OffsetTableProps<Body, Row>,
) {
  const { found, rowsOf, size, empty, ...table } = props;
  const { data, error, refetch } = found;
  const [parameters, change] = useSearch();
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return empty;
  return (
    <>
      <DataTable {...table} rows={rowsOf(data)} />
      <OffsetPages
        total={data.total}
        size={size}
        page={pageOf(parameters)}
        onChange={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}

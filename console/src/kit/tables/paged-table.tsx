import { Text } from '@mantine/core';
import { useState } from 'react';
import { Pagination } from '../pagination.js';
import { type Column, DataTable } from './data-table.js';

const PAGE_SIZE = 50;

interface PagedTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown when there are no rows. */
  none?: string;
}

/** A table of rows that were read at once, of which a page is shown at a time. */
export function PagedTable<Row>({ rows, none, ...rest }: PagedTableProps<Row>) {
  const [wanted, setPage] = useState(1);
  if (rows.length === 0) return <Text c="dimmed">{none}</Text>;
  const page = Math.min(wanted, Math.ceil(rows.length / PAGE_SIZE));
  return (
    <>
      <DataTable {...rest} rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} />
      <Pagination
        of={rest.label}
        total={rows.length}
        size={PAGE_SIZE}
        page={page}
        onChange={setPage}
      />
    </>
  );
}

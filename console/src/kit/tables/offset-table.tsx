import type { QueryKey } from '@tanstack/react-query';
import { DataTable, type DataTableProps } from './data-table.js';
import { OffsetList, type OffsetListProps } from './offset-list.js';

interface OffsetTableProps<Body, Row, Key extends QueryKey>
  extends Omit<DataTableProps<Row>, 'rows'>, Omit<OffsetListProps<Body, Key>, 'children'> {
  rowsOf: (body: Body) => readonly Row[];
}

/** A table of which the service answers one page at a time. */
export function OffsetTable<Body extends { total: number }, Row, Key extends QueryKey>(
  props: OffsetTableProps<Body, Row, Key>,
) {
  const { find, rowsOf, size, empty, ...table } = props;
  return (
    <OffsetList find={find} size={size} empty={empty}>
      {(body) => <DataTable {...table} rows={rowsOf(body)} />}
    </OffsetList>
  );
}

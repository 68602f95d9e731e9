import { DataTable, type DataTableProps } from './data-table.js';
import { OffsetList, type OffsetListProps } from './offset-list.js';

interface OffsetTableProps<Body, Row>
  extends Omit<DataTableProps<Row>, 'rows'>, Omit<OffsetListProps<Body>, 'children'> {
  rowsOf: (body: Body) => readonly Row[];
}

/** A table of which the service answers one page at a time. */
export function OffsetTable<Body extends { total: number }, Row>(
  props: OffsetTableProps<Body, Row>,
) {
  const { found, rowsOf, size, empty, ...table } = props;
  return (
    <OffsetList found={found} size={size} empty={empty}>
      {(body) => <DataTable {...table} rows={rowsOf(body)} />}
    </OffsetList>
  );
}

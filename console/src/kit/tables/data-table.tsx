import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Whether the cell is the head of its row. */
  isHead?: boolean;
}

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Shown below a row, over all columns; nothing when it returns undefined. */
  detail?: (row: Row) => ReactNode;
}

/** A table. Narrow screens show each row as a card, with the name of the column in each cell. */
export function DataTable<Row>({ label, columns, rows, keyOf, detail }: DataTableProps<Row>) {
  return (
    <table className={styles.table} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head }) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => (
        <Rows key={keyOf(row)} row={row} columns={columns} detail={detail?.(row)} />
      ))}
    </table>
  );
}

interface RowsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  detail: ReactNode;
}

function Rows<Row>({ row, columns, detail }: RowsProps<Row>) {
  return (
    <tbody role="rowgroup" className={styles.row}>
      <tr role="row">
        {columns.map(({ head, cell, isHead }) =>
          isHead ? (
            <th key={head} scope="row" role="rowheader" data-column={head}>
              {cell(row)}
            </th>
          ) : (
            <td key={head} role="cell" data-column={head}>
              {cell(row)}
            </td>
          ),
        )}
      </tr>
      {detail !== undefined && (
        <tr role="row">
          <td role="cell" colSpan={columns.length} className={styles.detail}>
            {detail}
          </td>
        </tr>
      )}
    </tbody>
  );
}

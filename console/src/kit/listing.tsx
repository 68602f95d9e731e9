import type { ReactNode } from 'react';
import { useSearch } from '../app/router/location.js';
import { uiTexts } from '../texts/ui.js';
import { Hidden } from './hidden.js';
import styles from './listing.module.css';
import { Pagination } from './pagination.js';
import { SearchField } from './search-field.js';
import { EmptyState } from './states.js';

/** A column of a list; the first one names the thing. */
export interface Column<Item> {
  head: string;
  cell: (item: Item) => ReactNode;
}

export interface ListingProps<Item> {
  label: string;
  items: readonly Item[];
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string | number;
  /** What the search looks at. */
  searched: (item: Item) => string;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode;
  /** Keeps several lists of a page apart in the address. */
  name?: string;
}

const PAGE_SIZE = 50;
/** Shorter lists are seen at a glance. */
const SEARCHED_FROM = 8;

/** A list with a search, in pages; its rows are cards on narrow screens. */
export function Listing<Item>({ items, empty, searched, name = '', ...table }: ListingProps<Item>) {
  const [search, change] = useSearch();
  const letters = search.get(`${name}q`) ?? '';
  if (items.length === 0) return empty;
  const found = items.filter((item) =>
    searched(item).toLowerCase().includes(letters.toLowerCase()),
  );
  const last = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(last, Math.max(1, Math.floor(Number(search.get(`${name}page`))) || 1));
  const from = (page - 1) * PAGE_SIZE;
  return (
    <>
      {(items.length >= SEARCHED_FROM || letters) && (
        <SearchField
          className={styles.search}
          label={uiTexts.searchIn(table.label)}
          placeholder={uiTexts.search}
          value={letters}
          onChange={(value) => change({ [`${name}q`]: value, [`${name}page`]: undefined })}
        />
      )}
      {found.length === 0 ? (
        <EmptyState title={uiTexts.nothingMatches}>{uiTexts.changeSearch}</EmptyState>
      ) : (
        <ListingTable {...table} items={found.slice(from, from + PAGE_SIZE)} />
      )}
      {found.length > PAGE_SIZE && (
        <Pagination
          of={table.label}
          total={found.length}
          size={PAGE_SIZE}
          page={page}
          onChange={(next) => change({ [`${name}page`]: next === 1 ? undefined : next })}
        />
      )}
    </>
  );
}

type TableProps<Item> = Pick<
  ListingProps<Item>,
  'label' | 'items' | 'columns' | 'keyOf' | 'actions'
>;

/** The table of a list; its rows are cards on narrow screens. */
export function ListingTable<Item>({ label, items, columns, keyOf, actions }: TableProps<Item>) {
  const [first, ...others] = columns;
  return (
    <table className={styles.table} aria-label={label} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head }) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
          {actions && (
            <th scope="col" role="columnheader">
              <Hidden>{uiTexts.actions}</Hidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={keyOf(item)} role="row">
            <th scope="row" role="rowheader">
              {first?.cell(item)}
            </th>
            {others.map(({ head, cell }) => (
              <td key={head} role="cell">
                <span className={styles.head} aria-hidden>
                  {head}
                </span>
                <div>{cell(item)}</div>
              </td>
            ))}
            {actions && (
              <td role="cell">
                <div className={styles.actions}>{actions(item)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

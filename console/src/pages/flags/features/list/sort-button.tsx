import type { ReactNode } from 'react';
import { featureTexts } from '../../../../texts/features.js';
import { PlainButton } from '../../../../kit/plain-button.js';
import styles from './features.module.css';
import type { ListSearch } from './list-search.js';

interface SortButtonProps {
  /** The name of the order in the API. */
  column: string;
  label: string;
  /** What is shown in place of the label. */
  children?: ReactNode;
  search: ListSearch;
  onSort: (changes: ListSearch) => void;
}

/** The head of a column, which sorts by it and turns the order around. */
export function SortButton({ column, label, children = label, search, onSort }: SortButtonProps) {
  const isSorted = (search.sort ?? 'name') === column;
  const order = search.desc ? 'descending' : 'ascending';
  const sort = isSorted && !search.desc ? { desc: true as const } : { desc: undefined };
  return (
    <th scope="col" role="columnheader" aria-sort={isSorted ? order : undefined}>
      <PlainButton
        className={styles.sort}
        title={featureTexts.sortBy(label)}
        onClick={() => onSort({ sort: column === 'name' ? undefined : column, ...sort })}
      >
        {children}
        <span aria-hidden>{isSorted ? (search.desc ? ' ↓' : ' ↑') : ''}</span>
      </PlainButton>
    </th>
  );
}

import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, useState } from 'react';
import { featureTexts } from '../../../../texts/features.js';
import { SearchField } from '../../../../kit/search-field.js';
import { LazyPart } from '../../../../kit/lazy-part.js';
import styles from './features.module.css';
import type { Panel } from './list-panel.js';
import type { ListSearch } from './list-search.js';

const PAUSE_MS = 200;

const ListPanel = lazy(async () => ({ default: (await import('./list-panel.js')).ListPanel }));

export interface FiltersProps {
  search: ListSearch;
  /** The only project of the list, which cannot be chosen then. */
  project: string | undefined;
  onChange: (changes: ListSearch) => void;
}

/** The search field, and the buttons for the filters, columns and views of the list. */
export function Filters(props: FiltersProps) {
  const { search, onChange } = props;
  const { q = '' } = search;
  const [letters, setLetters] = useState(q);
  const [asked, setAsked] = useState(q);
  const count = countOf(search);
  const [open, setOpen] = useState<Panel | false>(count > 0 && 'filters');
  const find = useDebouncedCallback((next: string) => onChange({ q: next || undefined }), PAUSE_MS);
  if (q !== asked) {
    // A view, or another link, asks for other letters.
    setAsked(q);
    setLetters(q);
  }
  const button = (panel: Panel, label: string = featureTexts[panel]) => (
    <Button
      variant="default"
      aria-expanded={open === panel}
      onClick={() => setOpen(open !== panel && panel)}
    >
      {label}
    </Button>
  );
  return (
    <search className={styles.filters}>
      <SearchField
        className={styles.query}
        label={featureTexts.search}
        maxLength={200}
        value={letters}
        onChange={(next) => {
          setLetters(next);
          find(next);
        }}
      />
      {button('filters', count > 0 ? `${featureTexts.filters} (${count})` : undefined)}
      {button('columns')}
      {button('views')}
      {open && (
        <LazyPart>
          <ListPanel {...props} of={open} />
        </LazyPart>
      )}
    </search>
  );
}

const FILTERS = [
  ...(['project', 'type', 'tag', 'stage', 'state', 'creator', 'archived'] as const),
  ...(['on', 'unused'] as const),
];

const countOf = (search: ListSearch): number => FILTERS.filter((name) => search[name]).length;

import { Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, useState } from 'react';
import { featureTexts } from '../../texts/features.js';
import { SearchField } from '../../ui/search-field.js';
import { LazyPart } from '../../ui/lazy-part.js';
import styles from './features.module.css';
import type { ListSearch } from './list-search.js';

const PAUSE_MS = 200;

const FilterChoices = lazy(async () => ({
  default: (await import('./filter-choices.js')).FilterChoices,
}));

export interface FiltersProps {
  search: ListSearch;
  /** Whether the list is of one project, which cannot be chosen then. */
  isOfProject: boolean;
  onChange: (changes: ListSearch) => void;
}

/** The search field and the filters of the list. */
export function Filters({ search, isOfProject, onChange }: FiltersProps) {
  const [letters, setLetters] = useState(search.q ?? '');
  const [isOpen, setOpen] = useState(countOf(search) > 0);
  const find = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), PAUSE_MS);
  const count = countOf(search);
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
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count > 0 ? `${featureTexts.filters} (${count})` : featureTexts.filters}
      </Button>
      {isOpen && (
        <LazyPart>
          <FilterChoices search={search} isOfProject={isOfProject} onChange={onChange} />
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

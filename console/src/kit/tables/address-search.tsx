import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useSearch } from '../../app/router/location.js';
import { SearchField } from '../search-field.js';
import styles from './address-search.module.css';

const PAUSE_MS = 200;
const MAX_LENGTH = 200;

/** What is searched for, in an address. */
export function lettersOf(search: URLSearchParams): string {
  return search.get('q')?.slice(0, MAX_LENGTH) ?? '';
}

/** A search field whose letters the address names, so that the service finds what matches. */
export function AddressSearch({ label }: { label: string }) {
  const [parameters, change] = useSearch();
  const [letters, setLetters] = useState(lettersOf(parameters));
  const find = useDebouncedCallback(
    (q: string) => change({ q: q || undefined, page: undefined }),
    PAUSE_MS,
  );
  return (
    <SearchField
      className={styles.search}
      label={label}
      maxLength={MAX_LENGTH}
      value={letters}
      onChange={(next) => {
        setLetters(next);
        find(next);
      }}
    />
  );
}

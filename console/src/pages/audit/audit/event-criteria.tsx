import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentText } from '../../../texts/format.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { type Option, withCurrent } from '../../../kit/options.js';
import { auditOptionsQuery, type EventSearch } from './audit-queries.js';
import styles from './audit.module.css';
import { wordsOfSearch } from './search-words.js';

const PAUSE_MS = 300;
const MAX_LENGTH = 200;
/** Narrow screens show the results first. */
const WIDE = '(min-width: 48em)';
const NAMES = ['query', 'type', 'feature', 'project', 'environment', 'createdBy'] as const;
const DAYS = ['from', 'to'] as const;
const NOTHING = Object.fromEntries([...NAMES, ...DAYS].map((name) => [name, undefined]));

/** The search in an address; anything that makes no sense is left out. */
export function eventSearchOf(parameters: URLSearchParams): EventSearch {
  const search: EventSearch = {};
  for (const name of NAMES) {
    const value = parameters.get(name)?.slice(0, MAX_LENGTH).trim();
    if (value) search[name] = value;
  }
  for (const name of DAYS) {
    const value = parameters.get(name) ?? '';
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) search[name] = value;
  }
  if (search.createdBy && !/^-?\d{1,9}$/.test(search.createdBy)) delete search.createdBy;
  return search;
}

interface EventCriteriaProps {
  search: EventSearch;
  onChange: (changes: EventSearch) => void;
}

/** The fields of the event search. */
export function EventCriteria({ search, onChange }: EventCriteriaProps) {
  const count = Object.keys(search).filter((name) => name !== 'query').length;
  const [isOpen, setOpen] = useState(() => count > 0 && matchMedia(WIDE).matches);
  return (
    <search className={styles.search}>
      <TextCriterion name="query" search={search} label={texts.search} onChange={onChange} />
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.criteria(count)}
      </Button>
      <Period query={search.query} />
      {isOpen && <Criteria search={search} onChange={onChange} />}
    </search>
  );
}

/** Says which period the words of the search mean, on the clock of the person. */
function Period({ query }: { query: string | undefined }) {
  const { from, to } = wordsOfSearch(query ?? '');
  if (!from || !to) return null;
  return <Text size="sm">{texts.searchedPeriod(momentText(from), momentText(to))}</Text>;
}

function Criteria({ search, onChange }: EventCriteriaProps) {
  const { data } = useQuery(auditOptionsQuery);
  const select = (
    name: 'project' | 'environment' | 'createdBy',
    label: string,
    options: readonly Option[] = [],
  ) => (
    <NativeSelect
      label={label}
      value={search[name] ?? ''}
      data={[{ value: '', label: texts.any }, ...withCurrent(options, search[name])]}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
    />
  );
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={search[name] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [name]: value || undefined })}
    />
  );
  return (
    <div className={styles.criteria}>
      <TextCriterion name="type" search={search} label={texts.type} onChange={onChange} />
      <TextCriterion name="feature" search={search} label={texts.feature} onChange={onChange} />
      {select('project', texts.project, data?.projects)}
      {select('environment', texts.environment, data?.environments)}
      {select('createdBy', texts.creator, data?.creators)}
      {day('from', texts.from)}
      {day('to', texts.to)}
      <Button
        variant="subtle"
        disabled={Object.keys(search).length === 0}
        onClick={() => onChange(NOTHING)}
      >
        {texts.reset}
      </Button>
    </div>
  );
}

interface TextCriterionProps extends EventCriteriaProps {
  name: 'query' | 'type' | 'feature';
  label: string;
}

/** A text field that searches after a pause in typing. */
function TextCriterion({ name, label, search, onChange }: TextCriterionProps) {
  const given = search[name] ?? '';
  const [letters, setLetters] = useState(given);
  const [known, setKnown] = useState(given);
  const find = useDebouncedCallback((value: string) => {
    onChange({ [name]: value.trim() || undefined });
  }, PAUSE_MS);
  if (given !== known) {
    // The address changed, such as by removing all criteria.
    setKnown(given);
    if (given !== letters.trim()) setLetters(given);
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={name === 'query' ? undefined : texts.severalHint}
      maxLength={MAX_LENGTH}
      value={letters}
      onChange={({ currentTarget: { value } }) => {
        setLetters(value);
        find(value);
      }}
    />
  );
}

import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { featureTexts } from '../../texts/features.js';
import styles from './features.module.css';
import { filterOptionsQuery } from './filter-options.js';
import type { ListSearch } from './list-search.js';

const PAUSE_MS = 200;

interface FiltersProps {
  search: ListSearch;
  onChange: (changes: ListSearch) => void;
}

/** The search field and the filters of the list. */
export function Filters({ search, onChange }: FiltersProps) {
  const [letters, setLetters] = useState(search.q ?? '');
  const [isOpen, setOpen] = useState(countOf(search) > 0);
  const find = useDebouncedCallback((q: string) => onChange({ q: q || undefined }), PAUSE_MS);
  const count = countOf(search);
  return (
    <search className={styles.filters}>
      <TextInput
        className={styles.query}
        type="search"
        aria-label={featureTexts.search}
        placeholder={featureTexts.search}
        maxLength={200}
        value={letters}
        onChange={({ currentTarget: { value } }) => {
          setLetters(value);
          find(value);
        }}
      />
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count > 0 ? `${featureTexts.filters} (${count})` : featureTexts.filters}
      </Button>
      {isOpen && <Choices search={search} onChange={onChange} />}
    </search>
  );
}

const countOf = ({ project, type, tag, stage, state, creator, archived }: ListSearch): number =>
  [project, type, tag, stage, state, creator, archived].filter(Boolean).length;

function Choices({ search, onChange }: FiltersProps) {
  const { data } = useQuery(filterOptionsQuery);
  const option = (value: string, label = value) => ({ value, label });
  const any = option('', featureTexts.any);
  const select = (
    key: 'project' | 'type' | 'tag' | 'stage' | 'state',
    options: { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={featureTexts[key]}
      data={[any, ...withCurrent(options, search[key])]}
      value={search[key] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange({ [key]: value || undefined })}
    />
  );
  return (
    <div className={styles.choices}>
      {select('project', data?.projects ?? [])}
      {select(
        'state',
        Object.entries(featureTexts.states).map(([value, label]) => option(value, label)),
      )}
      {select('type', data?.types ?? [])}
      {select(
        'stage',
        Object.entries(featureTexts.stages).map(([value, label]) => option(value, label)),
      )}
      {select('tag', data?.tags ?? [])}
      <NativeSelect
        label={featureTexts.creator}
        data={[any, ...withCurrent(data?.creators ?? [], search.creator?.toString())]}
        value={search.creator?.toString() ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ creator: Number(value) || undefined })
        }
      />
      <Checkbox
        className={styles.archived}
        label={featureTexts.archived}
        checked={search.archived ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ archived: checked || undefined })}
      />
      <Button variant="subtle" className={styles.reset} onClick={() => onChange(NONE)}>
        {featureTexts.reset}
      </Button>
    </div>
  );
}

const NONE: ListSearch = {
  project: undefined,
  type: undefined,
  tag: undefined,
  stage: undefined,
  state: undefined,
  creator: undefined,
  archived: undefined,
};

/** The options, with the chosen one even if it is not, or not yet, among them. */
function withCurrent(options: { value: string; label: string }[], current: string | undefined) {
  return !current || options.some(({ value }) => value === current)
    ? options
    : [...options, { value: current, label: current }];
}

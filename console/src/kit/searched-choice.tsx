import type { ComboboxItem, MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { uiTexts } from '../texts/ui.js';
import { MultiChoice } from './multi-choice.js';

const PAUSE_MS = 200;
const MAX_LENGTH = 200;

/** Something to choose. */
export interface Choice {
  value: string;
  label: string;
}

/** How the service is asked for what matches some letters. */
export interface ChoiceQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Choice[]>;
}

interface SearchedChoiceProps extends Pick<
  MultiSelectProps,
  'name' | 'label' | 'description' | 'maxValues'
> {
  /** Finds what matches some letters; without any, the first ones. */
  find: (letters: string) => ChoiceQuery;
  /** What is chosen initially. */
  chosen?: readonly Choice[];
  onChange?: (values: string[]) => void;
}

/** A field in which several things are chosen, of which the service finds those that match. */
export function SearchedChoice({
  find,
  chosen: initially = [],
  onChange,
  ...field
}: SearchedChoiceProps) {
  const [letters, setLetters] = useState('');
  const [chosen, setChosen] = useState(initially);
  const [settled] = useDebouncedValue(letters.trim(), PAUSE_MS);
  const { data: found = [], isPending } = useQuery(find(settled));
  // An option that arrows have reached must not become another one before Enter is pressed.
  const isSettled = !isPending && letters.trim() === settled;
  const isChosen = ({ value }: Choice): boolean => chosen.some((one) => one.value === value);
  const isFound = ({ value }: ComboboxItem): boolean => found.some((one) => one.value === value);
  const choices = [...chosen, ...found.filter((choice) => !isChosen(choice))];
  return (
    <MultiChoice
      {...field}
      searchable
      clearable
      nothingFoundMessage={isSettled ? uiTexts.nothingMatches : uiTexts.searching}
      data={choices}
      searchValue={letters}
      onSearchChange={(next) => setLetters(next.slice(0, MAX_LENGTH))}
      filter={({ options }) => (isSettled ? (options as ComboboxItem[]).filter(isFound) : [])}
      value={chosen.map(({ value }) => value)}
      onChange={(values) => {
        setChosen(choices.filter(({ value }) => values.includes(value)));
        onChange?.(values);
      }}
    />
  );
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { uiTexts as texts } from '../texts/ui.js';
import { fieldValueOf, momentOf } from './moment.js';

/** What a person chooses in a field for a moment of the past. */
export interface MomentChoice {
  value: string;
  setValue: (value: string) => void;
  /** The chosen moment in UTC; undefined when there is none. */
  utc: string | undefined;
  isWrong: boolean;
  /** The chosen moment. The field shows what is wrong if there is none of the past. */
  read: () => Date | undefined;
}

/**
 * The state of a {@link MomentField}. The field has no milliseconds: a moment that a link has named
 * stays exact until it is changed.
 */
export function useMoment(given: Date | undefined): MomentChoice {
  const [value, setValue] = useState(given ? fieldValueOf(given) : '');
  const [isWrong, setWrong] = useState(false);
  const isGiven = given !== undefined && value === fieldValueOf(given);
  const chosen = isGiven ? given : new Date(value);
  const utc = Number.isNaN(chosen.getTime()) ? undefined : chosen.toISOString();
  const read = (): Date | undefined => {
    const past = momentOf(value && (utc ?? ''));
    setWrong(!past);
    return past;
  };
  return { value, setValue, utc, isWrong, read };
}

interface MomentFieldProps {
  label: string;
  moment: MomentChoice;
  /** What an empty field means; without, it must not be empty. */
  hint?: string;
}

/** A field for a moment of the past. */
export function MomentField({ label, moment, hint }: MomentFieldProps) {
  const { value, setValue, utc, isWrong } = moment;
  return (
    <TextInput
      type="datetime-local"
      step={1}
      required={hint === undefined}
      label={label}
      description={
        utc ? texts.momentInUtc(utc.replace('T', ' ').slice(0, 23)) : (hint ?? texts.momentHint)
      }
      error={isWrong ? texts.momentInFuture : undefined}
      value={value}
      onChange={({ currentTarget }) => setValue(currentTarget.value)}
    />
  );
}

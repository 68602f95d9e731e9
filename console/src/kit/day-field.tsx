import { TextInput } from '@mantine/core';
import { dayOf } from './moment.js';

interface DayFieldProps {
  name: string;
  label: string;
  description?: string;
  required?: boolean;
  /** The moment whose day is shown first. */
  at?: string | null;
}

/** A day, today or later, in the reader's time zone. */
export function DayField({ at, ...field }: DayFieldProps) {
  return (
    <TextInput
      {...field}
      type="date"
      min={dayOf(new Date())}
      max="9999-12-31"
      defaultValue={at ? dayOf(new Date(at)) : undefined}
    />
  );
}

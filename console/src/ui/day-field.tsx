import { TextInput } from '@mantine/core';

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

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function dayOf(moment: Date): string {
  return [moment.getFullYear(), twoDigits(moment.getMonth() + 1), twoDigits(moment.getDate())].join(
    '-',
  );
}

/** The end of a day such as `2030-12-31` in the reader's time zone; null for none. */
export function endOfDay(day: string): string | null {
  return day ? new Date(`${day}T23:59:59`).toISOString() : null;
}

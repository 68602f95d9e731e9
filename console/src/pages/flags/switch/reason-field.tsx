import { TextInput } from '@mantine/core';
import { switchTexts } from '../../../texts/switch.js';

interface ReasonFieldProps {
  /** What the reason is for. */
  description: string;
  value: string;
  autoFocus?: boolean;
  onChange: (reason: string) => void;
}

/** Most characters of a reason. */
const MOST_CHARACTERS = 500;

/** The reason for a change that a guard or a missing approval would prevent. */
export function ReasonField({ onChange, ...field }: ReasonFieldProps) {
  return (
    <TextInput
      {...field}
      mt="md"
      required
      maxLength={MOST_CHARACTERS}
      label={switchTexts.reason}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

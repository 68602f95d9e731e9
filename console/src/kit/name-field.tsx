import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { uiTexts } from '../texts/ui.js';

/** The name of a thing in its dialog, where people begin to type. */
export function NameField(props: TextInputProps & { maxLength: number }) {
  return <TextInput name="name" label={uiTexts.name} required data-autofocus {...props} />;
}

interface DescriptionFieldProps {
  /** The description so far. */
  value?: string | null;
  maxLength?: number;
  /** Whether it can have several lines. */
  hasLines?: boolean;
}

/** The description of a thing in its dialog. */
export function DescriptionField({ value, maxLength, hasLines }: DescriptionFieldProps) {
  const field = { name: 'description', label: uiTexts.description, maxLength };
  if (hasLines) return <Textarea {...field} defaultValue={value ?? ''} />;
  return <TextInput {...field} defaultValue={value ?? ''} />;
}

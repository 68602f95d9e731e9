import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { linkTexts } from '../../../texts/links.js';
import { signOnTexts as texts } from '../../../texts/sign-on.js';
import { isTicked, textOf } from '../../../kit/form-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';

/** What the service shows in place of a secret. */
const MASK = '*****';

/** How a setting is shown and changed. */
export interface SettingField {
  /** Its name in the API. */
  name: string;
  label: string;
  hint?: string;
  kind: 'text' | 'long' | 'secret' | 'tick' | 'number' | 'choice' | 'choices';
  /** What can be chosen; numbers as texts. */
  choices?: readonly { value: string; label: string }[];
  /** What a missing value stands for, in words. */
  none?: string;
  /** Whether chosen values are numbers. */
  isNumeric?: boolean;
  min?: number;
  max?: number;
}

/** Settings by their names in the API. */
export type Settings = Readonly<Record<string, unknown>>;

/** Names and values of settings, for reading. */
export function factsOf(
  fields: readonly SettingField[],
  settings: Settings,
): [string, ReactNode][] {
  return fields.map((field) => [field.label, wordsOf(field, settings[field.name])]);
}

function wordsOf({ kind, choices = [], none }: SettingField, value: unknown): string {
  const labelOf = (one: unknown): string =>
    choices.find((choice) => choice.value === String(one))?.label ?? String(one);
  if (kind === 'tick') return value ? texts.on : texts.off;
  if (kind === 'secret') return value ? texts.isSet : texts.notSet;
  if (Array.isArray(value)) return value.map(labelOf).join(', ') || (none ?? texts.notSet);
  if (value === undefined || value === null || value === '') return none ?? texts.notSet;
  return kind === 'choice' ? labelOf(value) : String(value as string | number);
}

/** A field for a setting. */
export function SettingInput({ field, value }: { field: SettingField; value: unknown }) {
  const { name, label, hint, kind, choices = [], min, max } = field;
  const text = value === undefined || value === null ? '' : String(value as string | number);
  const common = { name, label, description: hint };
  switch (kind) {
    case 'tick':
      return <Checkbox {...common} defaultChecked={value === true} />;
    case 'choice':
      return <NativeSelect {...common} data={[...choices]} defaultValue={text} />;
    case 'choices':
      return (
        <MultiChoice
          {...common}
          searchable
          clearable
          data={[...choices]}
          defaultValue={((value ?? []) as unknown[]).map(String)}
        />
      );
    case 'long':
      return <Textarea {...common} rows={4} defaultValue={text} />;
    case 'secret':
      return <SecretInput field={field} value={text} />;
    default:
      return (
        <TextInput
          {...common}
          type={kind === 'number' ? 'number' : 'text'}
          {...{ min, max }}
          defaultValue={text}
        />
      );
  }
}

/** Private keys have several lines, which a password field would join. */
function SecretInput({ field, value }: { field: SettingField; value: string }) {
  const hint = [field.hint, value && texts.secretHint].filter(Boolean).join(' ');
  const common = { name: field.name, label: field.label, description: hint, autoComplete: 'off' };
  if (field.max) return <Textarea {...common} rows={4} defaultValue={value && MASK} />;
  return (
    <PasswordInput
      {...common}
      defaultValue={value && MASK}
      visibilityToggleButtonProps={{ 'aria-label': linkTexts.show, tabIndex: 0 }}
    />
  );
}

/** What was typed into the fields, as the API takes it. */
export function settingsOf(fields: readonly SettingField[], form: FormData): Settings {
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, form)]));
}

function valueOf({ name, kind, isNumeric }: SettingField, form: FormData): unknown {
  if (kind === 'tick') return isTicked(form, name);
  const text = textOf(form, name);
  if (kind === 'choices') {
    const chosen = text.split(',').filter(Boolean);
    return isNumeric ? chosen.map(Number) : chosen;
  }
  if (kind === 'number') return text === '' ? null : Number(text);
  return isNumeric ? Number(text) : text;
}

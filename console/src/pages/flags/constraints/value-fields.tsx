import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { constraintTexts as texts } from '../../../texts/constraints.js';
import styles from './constraints.module.css';
import { SINGLE_VALUES } from './constraint-faults.js';
import { momentOf } from './constraint-words.js';
import { type Constraint, kindOf, type SingleKind, takesList } from './operators.js';

interface ValueProps {
  constraint: Constraint;
  legal: readonly string[];
  fault: string | undefined;
  onChange: (constraint: Constraint) => void;
}

/** The values that a constraint compares with, in the form that suits its operator. */
export function ValueFields(props: ValueProps) {
  const { constraint, legal } = props;
  const kind = kindOf(constraint.operator);
  if (kind === 'texts' && legal.length > 0) return <LegalValues {...props} />;
  if (takesList(constraint.operator)) return <ValueList key={kind} {...props} />;
  if (kind === 'date') return <DateValue {...props} />;
  return <OneValue {...props} />;
}

/** Checkboxes of the legal values, also of values that are no longer legal. */
function LegalValues({ constraint, legal, fault, onChange }: ValueProps) {
  const { values = [] } = constraint;
  const all = [...new Set([...legal, ...values])];
  return (
    <Checkbox.Group
      mt="xs"
      label={texts.legalValues}
      error={fault}
      value={values}
      onChange={(next) => onChange({ ...constraint, values: next })}
    >
      <div className={styles.legal}>
        {all.map((value) => (
          <Checkbox key={value} value={value} label={value} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function ValueList({ constraint, fault, onChange }: ValueProps) {
  const { values = [] } = constraint;
  const [typed, setTyped] = useState('');
  // What was typed is kept with its blank lines, unless it is of another constraint by now.
  const text = isSame(partsOf(typed), values) ? typed : values.join('\n');
  const isNetworks = kindOf(constraint.operator) === 'networks';
  const change = (next: string): void => {
    setTyped(next);
    onChange({ ...constraint, values: partsOf(next) });
  };
  return (
    <Textarea
      mt="xs"
      label={isNetworks ? texts.networks : texts.values}
      description={isNetworks ? texts.networksHint : texts.valuesHint}
      error={fault}
      value={text}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  );
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((value, index) => value === others[index]);

/** The texts of a list, one per line or separated by commas, each once. */
export function partsOf(text: string): string[] {
  const parts = text.split(/[\n,]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

function OneValue({ constraint, fault, onChange }: ValueProps) {
  const kind = kindOf(constraint.operator);
  const { label, hint } = SINGLE_VALUES[kind as SingleKind];
  return (
    <TextInput
      mt="xs"
      label={label}
      description={hint}
      error={fault}
      value={constraint.value ?? ''}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...constraint, value: kind === 'pattern' ? value : value.trim() })
      }
    />
  );
}

function DateValue({ constraint, fault, onChange }: ValueProps) {
  const moment = constraint.value ? momentOf(constraint.value) : undefined;
  return (
    <TextInput
      mt="xs"
      type="datetime-local"
      step={1}
      label={texts.date}
      description={moment ? texts.dateHint(moment.toISOString()) : texts.dateEmptyHint}
      error={fault}
      value={moment ? localForm(moment) : ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...constraint, value: momentOf(value)?.toISOString() ?? '' })
      }
    />
  );
}

/** The form of a moment that `datetime-local` has: in the reader's zone, without naming it. */
function localForm(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { milestoneTexts as texts } from '../../../texts/release-plans.js';
import { unitOf } from './milestone-words.js';
import styles from './release-plans.module.css';

const MAX_MINUTES = 525_600;
const HOUR = 60;

interface IntervalFieldProps {
  /** Minutes; null for never. */
  value: number | null;
  onChange: (minutes: number | null) => void;
}

/** After how long a milestone is followed by the next one, in minutes, hours or days. */
export function IntervalField({ value, onChange }: IntervalFieldProps) {
  const [unit, setUnit] = useState(() => (value === null ? HOUR : unitOf(value)));
  const change = (count: number | null, of: number): void => {
    setUnit(of);
    onChange(count === null ? null : Math.min(count * of, MAX_MINUTES));
  };
  const count = value === null ? null : Math.round(value / unit);
  return (
    <div className={styles.interval}>
      <NumberInput
        label={texts.interval}
        description={texts.intervalHint}
        inputWrapperOrder={['label', 'input', 'description']}
        min={1}
        max={Math.floor(MAX_MINUTES / unit)}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={count ?? ''}
        onChange={(next) => change(Number(next) > 0 ? Number(next) : null, unit)}
      />
      <NativeSelect
        label={texts.unit}
        value={unit}
        data={Object.entries(texts.units).map(([minutes, label]) => ({ value: minutes, label }))}
        onChange={({ currentTarget }) => change(count, Number(currentTarget.value))}
      />
    </div>
  );
}

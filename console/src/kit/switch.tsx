import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  /** A visible label; without one, give an `aria-label`. */
  label?: ReactNode;
}

/** A switch. Mantine's brings all parts of input fields, which the first load does not need. */
export function Switch({ label, ...input }: SwitchProps) {
  const control = <input {...input} type="checkbox" role="switch" className={styles.switch} />;
  if (!label) return control;
  return (
    <label className={styles.label}>
      {control}
      <span>{label}</span>
    </label>
  );
}

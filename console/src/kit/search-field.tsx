import type { InputHTMLAttributes } from 'react';
import styles from './search-field.module.css';

interface SearchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'aria-label' | 'onChange' | 'type' | 'value'
> {
  /** Read aloud, and shown while the field is empty. */
  label: string;
  value: string;
  onChange: (letters: string) => void;
}

/** A field for letters to search for. Mantine's brings parts that the first load does not need. */
export function SearchField({ label, className, onChange, ...input }: SearchFieldProps) {
  return (
    <input
      placeholder={label}
      {...input}
      type="search"
      aria-label={label}
      className={[styles.field, className].filter(Boolean).join(' ')}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

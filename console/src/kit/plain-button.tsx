import type { ButtonHTMLAttributes } from 'react';
import styles from './plain-button.module.css';

/**
 * A button without a look of its own. A list has many of them, and Mantine's takes a slow phone a
 * millisecond each.
 */
export function PlainButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  const classes = ['mantine-focus-auto', styles.button, className].filter(Boolean).join(' ');
  return <button {...rest} type="button" className={classes} />;
}

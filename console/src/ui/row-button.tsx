import type { ComponentProps } from 'react';
import { PermittedButton } from './permitted-button.js';
import styles from './row-button.module.css';

interface RowButtonProps extends ComponentProps<typeof PermittedButton> {
  /** Whether it takes something away for good. */
  isDangerous?: boolean;
}

/** A small button at the end of a row, disabled for people without the permission. */
export function RowButton({ isDangerous, ...props }: RowButtonProps) {
  return (
    <PermittedButton
      size="xs"
      variant="default"
      className={isDangerous ? styles.dangerous : undefined}
      {...props}
    />
  );
}

import type { ReactNode } from 'react';
import styles from './hidden.module.css';

interface HiddenProps {
  role?: 'status';
  children: ReactNode;
}

/** Text for screen readers only. */
export function Hidden({ role, children }: HiddenProps) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  );
}

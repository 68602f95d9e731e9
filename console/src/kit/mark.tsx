import styles from './mark.module.css';

/** The mark of the product, beside its name. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className={styles.mark} aria-hidden>
      <rect width="16" height="16" rx="4" />
      <path d="M5 3v10M5 4h6l-2 2 2 2H5" />
    </svg>
  );
}

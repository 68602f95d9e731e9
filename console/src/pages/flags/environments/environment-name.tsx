import { environmentTexts as texts } from '../../../texts/environment-name.js';
import styles from './environment-name.module.css';
import { isProduction } from './production.js';

interface EnvironmentNameProps {
  name: string;
  /** Its type, such as `production`. */
  type: string;
}

/**
 * The name of an environment. Production has a color, a lock and, if its name does not say it, the
 * word, so that nobody takes it for another one.
 */
export function EnvironmentName({ name, type }: EnvironmentNameProps) {
  if (!isProduction({ type })) return <span className={styles.name}>{name}</span>;
  return (
    <span className={styles.name} data-production>
      <svg viewBox="0 0 12 12" width="12" height="12" className={styles.lock} aria-hidden>
        <path d="M3.5 5V3.5a2.5 2.5 0 0 1 5 0V5H10v6H2V5zm1.3 0h2.4V3.5a1.2 1.2 0 0 0-2.4 0z" />
      </svg>
      {name}
      {!/prod/i.test(name) && <small className={styles.word}>{texts.production}</small>}
    </span>
  );
}

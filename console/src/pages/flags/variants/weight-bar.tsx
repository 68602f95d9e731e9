import { weightTexts as texts } from '../../../texts/weights.js';
import { shareOf } from './percent-of.js';
import styles from './variants.module.css';

interface WeightBarProps {
  variants: readonly { name: string; weight: number }[];
}

/** The weights of variants as parts of a bar, with their names and shares below. */
export function WeightBar({ variants }: WeightBarProps) {
  return (
    <div className={styles.weights}>
      <div className={styles.bar} aria-hidden>
        {variants.map(({ weight }, index) => (
          <span key={index} className={styles.part} style={{ flexGrow: Math.max(weight, 0) }} />
        ))}
      </div>
      <ul className={styles.legend} aria-label={texts.weights}>
        {variants.map(({ name, weight }, index) => (
          <li key={index}>{texts.share(name, shareOf(weight))}</li>
        ))}
      </ul>
    </div>
  );
}

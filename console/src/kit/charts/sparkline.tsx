import styles from './sparkline.module.css';

interface SparklineProps {
  values: readonly number[];
  /** What they are and what they amount to, in words. */
  label: string;
}

/** Units of the drawing. */
const STEP = 3;
const HEIGHT = 20;

/** Small bars in a row of a table; the highest one has the whole height. */
export function Sparkline({ values, label }: SparklineProps) {
  const top = values.reduce((highest, value) => Math.max(highest, value), 1);
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={values.map((value, index) => barOf(index * STEP, value / top)).join('')} />
    </svg>
  );
}

/** Anything above zero can be seen; zero is a line at the bottom. */
function barOf(x: number, share: number): string {
  const height = share > 0 ? Math.max(2, Math.round(share * HEIGHT)) : 0.5;
  return `M${x} ${HEIGHT}v-${height}h${STEP - 1}v${height}z`;
}

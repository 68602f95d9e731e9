import { Text } from '@mantine/core';
import { featureUsageTexts as texts } from '../../../texts/feature-usage.js';
import { hoursOf } from './usage.js';
import styles from './usage.module.css';

interface ChartProps {
  data: Parameters<typeof hoursOf>[0];
  hours: number;
}

const HEIGHT = 100;
const HOUR = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

/** A bar for each hour: what was on below, what was off above. The table has the same numbers. */
export function HourChart({ data, hours }: ChartProps) {
  const bars = hoursOf(data, hours);
  const most = Math.max(1, ...bars.map(({ yes, no }) => yes + no));
  const sum = (key: 'yes' | 'no'): number => bars.reduce((total, bar) => total + bar[key], 0);
  const heightOf = (count: number): number => (HEIGHT * count) / most;
  const total = texts.total(sum('yes'), sum('no'));
  return (
    <figure className={styles.chart}>
      <figcaption>
        <Text size="sm">
          {texts.chart}: {total}
        </Text>
        <span className={styles.key} data-of="on">
          {texts.on}
        </span>
        <span className={styles.key} data-of="off">
          {texts.off}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${texts.chart}: ${total}`}
      >
        {bars.map(({ at, yes, no }, index) => (
          <g key={index}>
            <title>{texts.at(HOUR.format(at), yes, no)}</title>
            <rect className={styles.none} x={index} y={0} width={1} height={HEIGHT} />
            <rect
              className={styles.off}
              x={index + 0.1}
              y={HEIGHT - heightOf(yes + no)}
              width={0.8}
              height={heightOf(no)}
            />
            <rect
              className={styles.on}
              x={index + 0.1}
              y={HEIGHT - heightOf(yes)}
              width={0.8}
              height={heightOf(yes)}
            />
          </g>
        ))}
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{HOUR.format(bars[0]!.at)}</span>
        <span>{HOUR.format(bars.at(-1)!.at)}</span>
      </div>
    </figure>
  );
}

import type { ReactNode } from 'react';
import { chartTexts } from '../texts/charts.js';
import { number } from '../texts/ui.js';
import styles from './bar-chart.module.css';

/** A bar, with one part for each series. */
export interface Bar {
  label: string;
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  /** What is counted, and over which time. */
  note?: ReactNode;
  /** Names of the series. */
  series: readonly string[];
  bars: readonly Bar[];
}

const WIDTH = 100;
const HEIGHT = 100;
/** More bars have labels for the first and the last one only. */
const MOST_LABELS = 5;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Bars with stacked parts, and a table with the same numbers. */
export function BarChart({ title, note, series, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const labels = bars.length <= MOST_LABELS ? bars : [bars[0]!, bars.at(-1)!];
  const total = sum(bars.flatMap(({ values }) => values));
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.area}>
        <span className={styles.highest} aria-hidden>
          {number(highest)}
        </span>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={chartTexts.summary(title, highest, total > 0)}
        >
          {bars.map((bar, index) => (
            <Parts
              key={bar.label}
              bar={bar}
              series={series}
              x={(index * WIDTH) / bars.length}
              width={WIDTH / bars.length}
              highest={highest}
            />
          ))}
        </svg>
      </div>
      <div className={styles.labels} data-all={labels === bars || undefined} aria-hidden>
        {labels.map(({ label, values }) => (
          <span key={label}>
            {label}
            {labels === bars && <b className={styles.value}>{number(sum(values))}</b>}
          </span>
        ))}
      </div>
      {series.length > 1 && <Legend series={series} />}
      <Numbers title={title} series={series} bars={bars} />
    </figure>
  );
}

interface PartsProps {
  bar: Bar;
  series: readonly string[];
  x: number;
  width: number;
  highest: number;
}

function Parts({ bar: { label, values }, series, x, width, highest }: PartsProps) {
  const heights = values.map((value) => (value / highest) * HEIGHT);
  return values.map((value, part) => (
    <rect
      key={series[part]}
      className={styles.part}
      data-part={part}
      x={x + width * 0.1}
      width={width * 0.8}
      y={HEIGHT - sum(heights.slice(0, part + 1))}
      height={heights[part]}
    >
      <title>{`${label}: ${number(value)} ${series.length > 1 ? series[part] : ''}`}</title>
    </rect>
  ));
}

function Legend({ series }: { series: readonly string[] }) {
  return (
    <ul className={styles.legend} aria-hidden>
      {series.map((name, part) => (
        <li key={name} data-part={part}>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Numbers({ title, series, bars }: Omit<BarChartProps, 'note'>) {
  return (
    <details className={styles.numbers}>
      <summary>{chartTexts.asTable}</summary>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{chartTexts.period}</th>
            {series.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, part) => (
                <td key={series[part]}>{number(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

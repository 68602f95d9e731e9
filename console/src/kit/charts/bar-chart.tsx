import type { ReactNode } from 'react';
import { chartTexts } from '../../texts/charts.js';
import { number } from '../../texts/format.js';
import { labelledOf, linesUpTo } from './axis.js';
import styles from './bar-chart.module.css';

/** A bar, with one part for each series. */
export interface Bar {
  label: string;
  /** A short label, for the axis. */
  tick?: string;
  values: readonly number[];
}

/** A moment of the time that the bars cover, such as that of a change. */
export interface Mark {
  /** Where, from 0 at the left end to 1 at the right end. */
  at: number;
  key: string | number;
  /** Listed below the chart, under the number of the mark. */
  content: ReactNode;
}

interface BarChartProps {
  title: string;
  /** What is counted, and over which time. */
  note?: ReactNode;
  /** Names of the series. */
  series: readonly string[];
  bars: readonly Bar[];
  /** In order. */
  marks?: readonly Mark[];
  /** What the marks are. */
  marksTitle?: string;
}

const WIDTH = 100;
const HEIGHT = 100;
/** So few bars all have a label with their value. */
const MOST_VALUES = 5;
/** More labels do not fit a phone. */
const MOST_TICKS = 4;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
const percent = (share: number): string => `${100 * share}%`;

/** Bars with stacked parts and axes, moments drawn in, and a table with the same numbers. */
export function BarChart(props: BarChartProps) {
  const { title, note, series, bars, marks = [], marksTitle } = props;
  const highest = Math.max(0, ...bars.map(({ values }) => sum(values)));
  const lines = linesUpTo(highest);
  const top = lines.at(-1)!;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.area}>
        <div className={styles.lines} aria-hidden>
          {lines.map((value) => (
            <span key={value} className={styles.line} style={{ bottom: percent(value / top) }}>
              <span className={styles.lineValue}>{number(value)}</span>
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          <svg
            className={styles.bars}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={chartTexts.summary(title, highest)}
          >
            {bars.map((bar, index) => (
              <Parts
                key={bar.label}
                bar={bar}
                series={series}
                x={(index * WIDTH) / bars.length}
                width={WIDTH / bars.length}
                top={top}
              />
            ))}
          </svg>
          {togetherOf(marks).map(({ at, numbers }) => (
            <span key={at} className={styles.mark} style={{ left: percent(at) }} aria-hidden>
              <b className={styles.markNumber}>{numbers}</b>
            </span>
          ))}
        </div>
      </div>
      <Labels bars={bars} />
      {series.length > 1 && <Legend series={series} />}
      {marks.length > 0 && (
        <ol className={styles.marks} aria-label={marksTitle}>
          {marks.map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ol>
      )}
      <Numbers title={title} series={series} bars={bars} />
    </figure>
  );
}

/** Marks so near to each other have one line. */
const NEAR = 0.03;

/** Where marks have lines, with their numbers, such as `2` or `2–5`. */
function togetherOf(marks: readonly Mark[]): { at: number; numbers: string }[] {
  const groups: { at: number; first: number; last: number }[] = [];
  for (const [index, { at }] of marks.entries()) {
    const group = groups.at(-1);
    if (group && at - group.at < NEAR) group.last = index + 1;
    else groups.push({ at, first: index + 1, last: index + 1 });
  }
  return groups.map(({ at, first, last }) => ({
    at,
    numbers: first === last ? String(first) : `${first}–${last}`,
  }));
}

/** Each label below its bar: all with their values, or some. */
function Labels({ bars }: { bars: readonly Bar[] }) {
  const areAll = bars.length <= MOST_VALUES;
  const shown = areAll ? bars.map((_, index) => index) : labelledOf(bars.length, MOST_TICKS);
  return (
    <div className={styles.labels} aria-hidden>
      {shown.map((index) => {
        const { label, tick = label, values } = bars[index]!;
        return (
          <span
            key={label}
            className={styles.label}
            style={{ left: percent((index + (areAll ? 0.5 : 0)) / bars.length) }}
            data-middle={areAll || undefined}
          >
            {tick}
            {areAll && <b className={styles.value}>{number(sum(values))}</b>}
          </span>
        );
      })}
    </div>
  );
}

interface PartsProps {
  bar: Bar;
  series: readonly string[];
  x: number;
  width: number;
  /** The value at the upper end of the axis. */
  top: number;
}

function Parts({ bar: { label, values }, series, x, width, top }: PartsProps) {
  const heights = values.map((value) => (value / top) * HEIGHT);
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

function Numbers({ title, series, bars }: Pick<BarChartProps, 'title' | 'series' | 'bars'>) {
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

import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../../flags/environments/environment-queries.js';
import { isProduction } from '../../../flags/environments/production.js';
import { Link } from '../../../../app/router/link.js';
import { moments } from '../../../../texts/format.js';
import { calendarTexts as texts } from '../../../../texts/calendar.js';
import { dayOf } from '../../../../kit/moment.js';
import styles from './calendar.module.css';
import type { Period, View } from './period.js';
import type { Planned } from './planned.js';

/** How many a day shows, before it leads to the week or says how many more there are. */
const MOST: Record<View, number> = { week: 50, month: 3 };

const weekday = moments({ weekday: 'short' });
const fullDay = moments({ dateStyle: 'full' });
const time = moments({ timeStyle: 'short' });

interface GridProps {
  view: View;
  period: Period;
  /** In order. */
  planned: readonly Planned[];
}

/** The weeks of a period, a row each; on narrow screens, its days one below the other. */
export function CalendarGrid({ view, period, planned }: GridProps) {
  const byDay = new Map<string, Planned[]>();
  for (const one of planned) {
    const day = dayOf(one.at);
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  const isEmpty = period.days.every((day) => !byDay.has(dayOf(day)));
  return (
    <>
      {isEmpty && <p className={styles.nothing}>{texts.nothing[view]}</p>}
      <table className={styles.grid} aria-label={period.title} role="table" data-view={view}>
        <thead role="rowgroup">
          <tr role="row">
            {period.days.slice(0, 7).map((day) => (
              <th key={day.getTime()} scope="col" role="columnheader">
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {weeksOf(period.days).map((week) => (
            <tr key={week[0]!.getTime()} role="row">
              {week.map((day) => (
                <Day
                  key={day.getTime()}
                  day={day}
                  view={view}
                  isOutside={period.isOutside(day)}
                  planned={byDay.get(dayOf(day)) ?? []}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const weeksOf = (days: readonly Date[]): Date[][] =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));

interface DayProps {
  day: Date;
  view: View;
  isOutside: boolean;
  planned: readonly Planned[];
}

function Day({ day, view, isOutside, planned }: DayProps) {
  const isToday = dayOf(day) === dayOf(new Date());
  const more = planned.length - MOST[view];
  return (
    <td
      role="cell"
      className={styles.day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-empty={planned.length === 0 || undefined}
    >
      <time dateTime={dayOf(day)} className={styles.date} aria-current={isToday && 'date'}>
        <span className={styles.number} aria-hidden>
          {day.getDate()}
        </span>
        <span className={styles.fullDate}>{fullDay(day)}</span>
      </time>
      {planned.length > 0 && (
        <ul className={styles.planned}>
          {planned.slice(0, MOST[view]).map((one) => (
            <li key={one.key}>
              <Entry planned={one} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={`/schedules?view=week&day=${dayOf(day)}`} className={styles.more}>
          {texts.more(more)}
        </Link>
      )}
    </td>
  );
}

function Entry({ planned: { at, name, words, to, environment, problem } }: { planned: Planned }) {
  const { data = [] } = useQuery(environmentsQuery);
  const type = data.find((one) => one.name === environment)?.type ?? '';
  return (
    <Link
      to={to}
      className={styles.entry}
      data-production={isProduction({ type }) || undefined}
      data-problem={problem !== undefined || undefined}
      aria-current={undefined}
      title={problem}
    >
      <span className={styles.time}>{time(at)}</span>
      <span className={styles.name}>{name}</span>
      <span className={styles.words}>{words}</span>
      {problem !== undefined && <span className={styles.mark}>{texts.conflict}</span>}
    </Link>
  );
}

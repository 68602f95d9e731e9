import { Alert, NativeSelect, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { featurePath } from '../features/feature-path.js';
import { Link } from '../router/link.js';
import { useSearch } from '../router/location.js';
import { scheduleTexts as texts } from '../texts/schedules.js';
import { Page } from '../ui/page.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';
import styles from './calendar.module.css';
import { calendarQuery, type Schedule } from './schedule-queries.js';
import { wordsOfSchedule } from './schedule-words.js';
import { ScheduledRequests } from './scheduled-requests.js';

const RANGES = [7, 30, 90];
const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** One time at which a schedule acts. */
interface Occurrence {
  at: string;
  schedule: Schedule;
}

/** What is scheduled in all projects, day by day. */
export function CalendarPage() {
  const [search, change] = useSearch();
  const days = RANGES.find((one) => String(one) === search.get('days')) ?? RANGES[0]!;
  const [from, to] = useMemo(() => {
    const now = Date.now();
    return [new Date(now), new Date(now + days * DAY_MS)].map((moment) => moment.toISOString());
  }, [days]);
  const { data, error, refetch } = useQuery({
    ...calendarQuery(from!, to!),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={texts.title} intro={texts.intro}>
      <NativeSelect
        className={styles.choice}
        label={texts.days}
        data={RANGES.map((one) => ({ value: String(one), label: texts.range(one) }))}
        value={String(days)}
        onChange={({ currentTarget: { value } }) =>
          change({ days: value === String(RANGES[0]) ? undefined : value })
        }
      />
      {error && !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.total === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyCalendar}</EmptyState>
      ) : (
        <>
          {data.total > data.schedules.length && (
            <Alert color="blue">{texts.truncated(data.schedules.length)}</Alert>
          )}
          {daysOf(data.schedules).map(([day, occurrences]) => (
            <Day key={day} day={day} occurrences={occurrences} />
          ))}
        </>
      )}
      <ScheduledRequests />
    </Page>
  );
}

function Day({ day, occurrences }: { day: string; occurrences: readonly Occurrence[] }) {
  return (
    <section aria-label={day} className={styles.day}>
      <Title order={2} size="h4">
        {day}
      </Title>
      <ul className={styles.occurrences}>
        {occurrences.map(({ at, schedule }) => (
          <li key={`${schedule.id} ${at}`}>
            <Time at={at} />
            <Link to={`${featurePath(schedule.project, schedule.feature)}?section=schedules`}>
              {schedule.feature}
            </Link>
            <span>{wordsOfSchedule(schedule)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The occurrences in order, by the days of the reader. */
function daysOf(schedules: readonly Schedule[]): [string, Occurrence[]][] {
  const occurrences = schedules.flatMap((schedule) =>
    (schedule.occurrences ?? []).map((at): Occurrence => ({ at, schedule })),
  );
  occurrences.sort((one, other) => one.at.localeCompare(other.at));
  const days = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const day = DAY.format(new Date(occurrence.at));
    days.set(day, [...(days.get(day) ?? []), occurrence]);
  }
  return [...days];
}

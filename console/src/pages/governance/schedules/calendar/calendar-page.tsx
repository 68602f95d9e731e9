import { Alert, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { scheduledRequestsQuery } from '../../change-requests/change-request-queries.js';
import { useSearch } from '../../../../app/router/location.js';
import { calendarTexts as texts } from '../../../../texts/calendar.js';
import { Page } from '../../../../kit/page.js';
import { SectionLinks } from '../../../../kit/section-links.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { calendarQuery, suspendedQuery } from '../schedule-queries.js';
import { CalendarGrid } from './calendar-grid.js';
import styles from './calendar.module.css';
import { dayNamed, type Period, periodOf, type View } from './period.js';
import { inOrder, type Planned, plannedByRequests, plannedBySchedules } from './planned.js';
import { Problems } from './problems.js';

/** What schedules and change requests will do in all projects, by weeks and months. */
export function CalendarPage() {
  const [search] = useSearch();
  const view: View = search.get('view') === 'month' ? 'month' : 'week';
  const period = periodOf(view, dayNamed(search.get('day')));
  const { planned, error, retry, isTruncated } = usePlanned(period);
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Controls view={view} period={period} />
      {planned ? (
        <>
          {isTruncated && <Alert color="blue">{texts.truncated}</Alert>}
          <Problems planned={planned} />
          <CalendarGrid view={view} period={period} planned={planned} />
        </>
      ) : error ? (
        <FailureNotice error={error} retry={retry} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

/** What happens in a period, and what was to happen before it and waits for a decision. */
function usePlanned({ days, end }: Period) {
  const from = days[0]!;
  const schedules = useQuery({
    ...calendarQuery(from.toISOString(), end.toISOString()),
    placeholderData: keepPreviousData,
  });
  const suspended = useQuery(suspendedQuery);
  const requests = useQuery(scheduledRequestsQuery());
  const answers = [schedules, suspended, requests];
  const { error } = answers.find((answer) => answer.error && !answer.data) ?? {};
  const retry = (): void => answers.forEach((answer) => void answer.refetch());
  if (!schedules.data || !suspended.data || !requests.data)
    return { planned: undefined, isTruncated: false, error, retry };
  const pending = schedules.data.schedules.filter(({ state }) => state !== 'suspended');
  const planned: Planned[] = inOrder([
    ...plannedBySchedules([...pending, ...suspended.data.schedules]),
    ...plannedByRequests(requests.data),
  ]);
  const isTruncated = schedules.data.total > schedules.data.schedules.length;
  return { planned, isTruncated, error, retry };
}

function Controls({ view, period }: { view: View; period: Period }) {
  const [search, change] = useSearch();
  const day = search.get('day');
  const to = (one: View): string =>
    `/schedules?${new URLSearchParams({ view: one, ...(day ? { day } : {}) })}`;
  const button = (label: string, target: string | undefined, name = label) => (
    <Button
      variant="default"
      aria-label={name}
      disabled={target === undefined && day === null}
      onClick={() => change({ day: target })}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.controls}>
      <h2 className={styles.period} aria-live="polite">
        {period.title}
      </h2>
      <div className={styles.steps}>
        {button(texts.previous, period.before, texts.previousOf[view])}
        {button(texts.today, undefined)}
        {button(texts.next, period.after, texts.nextOf[view])}
      </div>
      <SectionLinks
        isMinor
        label={texts.views}
        links={(['week', 'month'] as const).map((one) => ({
          label: texts.viewNames[one],
          to: to(one),
          isCurrent: one === view,
        }))}
      />
    </div>
  );
}

import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { featureSearchQuery } from '../../flags/features/feature-queries.js';

const WEEK_MS = 7 * 86_400_000;
const MOST_EVENTS = 12;
/** So many events are looked through for changes. */
const MOST_READ = 50;
const MOST_FAILURES = 6;
const MOST_STALE = 6;
/** Events that say that something did not happen as planned. */
const FAILURES = [
  'schedule-missed',
  'schedule-suspended',
  'change-request-scheduled-application-failure',
  'change-request-schedule-suspended',
  'release-plan-progressions-paused',
  'feature-safeguard-triggered',
];

/** The start of the reader's day. */
export function today(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}

/** The newest events since a moment, of some types or of all, and how many there are. */
const eventsSinceQuery = (from: Date, limit: number, types: readonly string[] = []) =>
  queryOptions({
    queryKey: ['events', 'since', from.toISOString(), limit, types] as const,
    queryFn: ({ signal }) => {
      const type = types.length > 0 ? { type: `IS_ANY_OF:${types.join(',')}` } : {};
      const query = { from: `IS:${from.toISOString()}`, limit, ...type };
      return bodyOf(api.GET('/api/admin/search/events', { params: { query }, signal }));
    },
  });

/** Sign-ins and uses of tokens change nothing. */
const USE = /^user-log|-used$/;

/** What changed today: the newest changes, and whether there are further events. */
export const todaysEventsQuery = () =>
  queryOptions({
    ...eventsSinceQuery(today(), MOST_READ),
    select: ({ events, total }) => {
      const changes = events.filter(({ type }) => !USE.test(type)).slice(0, MOST_EVENTS);
      return { changes, areMore: total > changes.length };
    },
  });

/** What failed in the last seven days, from the start of the first. */
export const failedEventsQuery = () =>
  eventsSinceQuery(new Date(today().getTime() - WEEK_MS), MOST_FAILURES, FAILURES);

/** Features that are stale, the ones unused for longest first. */
export const staleFeaturesQuery = featureSearchQuery({
  state: 'IS:stale',
  sortBy: 'lastSeenAt',
  limit: MOST_STALE,
});

/** The times between which schedules wait: the next seven days, from the start of today. */
export const scheduledPeriod = (): [string, string] => {
  const from = today();
  return [from.toISOString(), new Date(from.getTime() + WEEK_MS).toISOString()];
};

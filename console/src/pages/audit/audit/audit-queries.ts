import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { startOfDay, startOfNextDay, wordsOfSearch } from './search-words.js';

export type AuditEvent = Schemas['DescribedEventResponse'];
export const PAGE_SIZE = 50;
export const MOST_IN_FILE = 1000;

/** What to search for; absent criteria match everything. */
export interface EventSearch {
  query?: string;
  type?: string;
  feature?: string;
  project?: string;
  environment?: string;
  createdBy?: string;
  from?: string;
  to?: string;
}

/** A page of events, newest first. */
export const eventsQuery = (search: EventSearch, page: number) =>
  queryOptions({
    queryKey: ['events', 'search', search, page] as const,
    queryFn: ({ signal }) => {
      const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const params = { query: { ...criteriaOf(search), ...part } };
      return bodyOf(api.GET('/api/admin/search/events', { params, signal }));
    },
  });

/** The newest events, at most {@link MOST_IN_FILE}, as CSV. */
export async function eventsCsv(search: EventSearch): Promise<string> {
  const params = { query: { ...criteriaOf(search), limit: MOST_IN_FILE } };
  const answer = api.GET('/api/admin/search/events/csv', { params, parseAs: 'text' });
  return (await bodyOf(answer)) as string;
}

function criteriaOf({ query, from, to, ...others }: EventSearch) {
  const words = wordsOfSearch(query ?? '');
  const first = from ? startOfDay(from) : words.from;
  const end = to ? startOfNextDay(startOfDay(to)) : words.to;
  const given = Object.entries(others).filter(([, value]) => value);
  return {
    ...(words.text ? { query: words.text } : {}),
    ...(first ? { from: `IS:${first.toISOString()}` } : {}),
    ...(end ? { to: `IS:${end.toISOString()}` } : {}),
    ...Object.fromEntries(given.map(([name, value]) => [name, criterion(value)])),
  };
}

/** Several values are separated by commas. */
function criterion(value: string): string {
  const values = value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return values.length > 1 ? `IS_ANY_OF:${values.join(',')}` : `IS:${values[0] ?? ''}`;
}

/** What can be chosen in the search: projects, environments and people. */
export const auditOptionsQuery = queryOptions({
  queryKey: ['projects', 'audit-options'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const [{ projects }, { environments }, creators] = await Promise.all([
      bodyOf(api.GET('/api/admin/projects', { signal })),
      bodyOf(api.GET('/api/admin/environments', { signal })),
      bodyOf(api.GET('/api/admin/event-creators', { signal })),
    ]);
    return {
      projects: projects.map(({ id, name }) => ({ value: id, label: name })),
      environments: environments.map(({ name }) => ({ value: name, label: name })),
      creators: creators.map(({ id, name }) => ({ value: String(id), label: name })),
    };
  },
});

/** A page of the history of sign-ins, newest first; the API does not count them. */
export const signInsQuery = (page: number) =>
  queryOptions({
    queryKey: ['events', 'sign-ins', page] as const,
    queryFn: async ({ signal }) => {
      const query = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
      const answer = api.GET('/api/admin/logins', { params: { query }, signal });
      return ((await bodyOf(answer)) as Schemas['LoginHistoryResponse']).events;
    },
  });

/** A page of denied requests, newest first. */
export const deniedRequestsQuery = (page: number) =>
  queryOptions({
    queryKey: ['denied-requests', page] as const,
    queryFn: ({ signal }) => {
      const query = { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
      return bodyOf(api.GET('/api/admin/denied-requests', { params: { query }, signal }));
    },
  });

import { queryOptions } from '@tanstack/react-query';
import { hoursOf } from '../../flags/features/one/usage/usage.js';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { textOfBase64url } from '../../audit/proof/bytes.js';

export type Statistics = Schemas['StatisticsResponse'];
export type SignedStatistics = Schemas['SignedStatisticsResponse'];

/** The statistics of the whole instance, as they were signed. */
export const statisticsQuery = queryOptions({
  queryKey: ['statistics'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<{ signed: SignedStatistics; numbers: Statistics }> => {
    const answer = await bodyOf(
      api.GET('/api/admin/instance-admin/statistics', {
        headers: { Accept: 'application/jose+json' },
        signal,
      }),
    );
    const signed = answer as SignedStatistics;
    return { signed, numbers: JSON.parse(textOfBase64url(signed.payload)) as Statistics };
  },
});

/** The statistics as CSV, and the name of the file. */
export async function statisticsCsv(): Promise<string> {
  const answer = api.GET('/api/admin/instance-admin/statistics/csv', { parseAs: 'text' });
  return (await bodyOf(answer)) as string;
}

const DAY_MS = 86_400_000;
const WEEKS = 13;

/** The changes in production of a week that ends with a day, in UTC. */
export interface Week {
  from: string;
  to: string;
  changes: number;
}

/**
 * Changes in production by week, oldest first, of the events that the person may see. One request
 * after the other, since the API counts one period per request.
 */
export const weeklyChangesQuery = queryOptions({
  queryKey: ['statistics', 'weekly-changes'],
  staleTime: 600_000,
  queryFn: async ({ signal }): Promise<readonly Week[]> => {
    const { environments } = await bodyOf(api.GET('/api/admin/environments', { signal }));
    const names = environments.filter(({ type }) => type === 'production').map(({ name }) => name);
    if (names.length === 0) return [];
    const weeks: Week[] = [];
    for (const week of weeksUntil(new Date()))
      weeks.push({ ...week, changes: await changesIn(names, week, signal) });
    return weeks;
  },
});

/** How many environments one search can name. */
const MOST_ENVIRONMENTS = 50;

async function changesIn(
  environments: readonly string[],
  { from, to }: Omit<Week, 'changes'>,
  signal: AbortSignal,
): Promise<number> {
  let changes = 0;
  for (let n = 0; n < environments.length; n += MOST_ENVIRONMENTS) {
    const names = environments.slice(n, n + MOST_ENVIRONMENTS).join(',');
    const query = {
      ...{ environment: `IS_ANY_OF:${names}`, limit: 1 },
      ...{ from: `IS:${from}`, to: `IS:${to}` },
    };
    const answer = api.GET('/api/admin/search/events', { params: { query }, signal });
    changes += (await bodyOf(answer)).total;
  }
  return changes;
}

/** The last weeks in days of UTC, oldest first; the last one ends today. */
export function weeksUntil(now: Date): { from: string; to: string }[] {
  const day = (ago: number): string =>
    new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10);
  return Array.from({ length: WEEKS }, (_, index) => {
    const ago = (WEEKS - 1 - index) * 7;
    return { from: day(ago + 6), to: day(ago) };
  });
}

/** For how long evaluations are shown. */
const HOURS = 48;

/** Evaluations of a feature by hour, of all applications and environments. */
export const evaluationsQuery = (feature: string, environment: string) =>
  queryOptions({
    queryKey: ['statistics', 'evaluations', feature],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { name: feature }, query: { hoursBack: String(HOURS) } };
      const answer = api.GET('/api/admin/client-metrics/features/{name}/raw', { params, signal });
      return (await bodyOf(answer)).data;
    },
    select: (rows) => {
      const used = rows.filter((row) => !environment || row.environment === environment);
      return {
        environments: [...new Set(rows.map((row) => row.environment))],
        hours: used.length > 0 ? hoursOf(used, HOURS) : [],
      };
    },
  });

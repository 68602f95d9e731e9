import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

const DAYS = 30;
const MONTHS = 12;

export type Grouping = 'daily' | 'monthly';

/** The days or months that are shown, oldest first, such as `2026-01-31` or `2026-01`. */
export function periodsUntil(now: Date, grouping: Grouping): string[] {
  const count = grouping === 'daily' ? DAYS : MONTHS;
  return Array.from({ length: count }, (_, index) => {
    const ago = count - 1 - index;
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const start =
      grouping === 'daily'
        ? Date.UTC(year, month, now.getUTCDate() - ago)
        : Date.UTC(year, month - ago, 1);
    return new Date(start).toISOString().slice(0, grouping === 'daily' ? 10 : 7);
  });
}

/** The shown periods, as parameters. */
function shownDays(now: Date, grouping: Grouping) {
  const first = periodsUntil(now, grouping)[0]!;
  const from = grouping === 'daily' ? first : `${first}-01`;
  return { grouping, from, to: now.toISOString().slice(0, 10) };
}

/** Requests or connections of the shown periods as CSV. */
export async function trafficCsv(
  what: 'traffic' | 'connection',
  grouping: Grouping,
): Promise<string> {
  const params = { query: shownDays(new Date(), grouping) };
  const wish = { params, headers: { Accept: 'text/csv' }, parseAs: 'text' } as const;
  return (await bodyOf(api.GET(`/api/admin/metrics/${what}`, wish))) as string;
}

/** Requests and connections of the shown periods. */
export const trafficQuery = (grouping: Grouping) =>
  queryOptions({
    queryKey: ['traffic', grouping],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const now = new Date();
      const periods = periodsUntil(now, grouping);
      const query = shownDays(now, grouping);
      const [requests, connections] = await Promise.all([
        bodyOf(api.GET('/api/admin/metrics/traffic', { params: { query }, signal })),
        bodyOf(api.GET('/api/admin/metrics/connection', { params: { query }, signal })),
      ]);
      const { apiData: apis } = requests as Schemas['TrafficResponse'];
      const { apiData: kinds } = connections as Schemas['ConnectionsResponse'];
      return { periods, requests: apis, connections: kinds };
    },
  });

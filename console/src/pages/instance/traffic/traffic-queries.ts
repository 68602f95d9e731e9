import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';

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

/** Requests and connections of the shown periods. */
export const trafficQuery = (grouping: Grouping) =>
  queryOptions({
    queryKey: ['traffic', grouping],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const now = new Date();
      const periods = periodsUntil(now, grouping);
      const first = periods[0]!;
      const from = grouping === 'daily' ? first : `${first}-01`;
      const query = { grouping, from, to: now.toISOString().slice(0, 10) };
      const [requests, connections] = await Promise.all([
        bodyOf(api.GET('/api/admin/metrics/traffic', { params: { query }, signal })),
        bodyOf(api.GET('/api/admin/metrics/connection', { params: { query }, signal })),
      ]);
      return { periods, requests: requests.apiData, connections: connections.apiData };
    },
  });

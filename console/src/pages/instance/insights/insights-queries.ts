import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../api/client.js';

export type Insights = Schemas['InsightsResponse'];
export type LifecycleParts = Schemas['LifecyclePartsResponse'];

const WEEK_MS = 7 * 86_400_000;
const WEEKS = 13;

/** How the instance changed, and where features are in their life. */
export const insightsQuery = queryOptions({
  queryKey: ['insights'],
  staleTime: 300_000,
  queryFn: async ({ signal }): Promise<{ trends: Insights; parts: LifecycleParts }> => {
    const [trends, { lifecycleTrends: parts }] = await Promise.all([
      bodyOf(api.GET('/api/admin/insights', { signal })),
      bodyOf(api.GET('/api/admin/insights/lifecycle', { signal })),
    ]);
    return { trends: trends as Insights, parts };
  },
});

/** The features of projects by week as CSV. */
export async function projectsCsv(): Promise<string> {
  const headers = { Accept: 'text/csv' };
  return (await bodyOf(api.GET('/api/admin/insights', { headers, parseAs: 'text' }))) as string;
}

/** The Mondays of the weeks that are shown, oldest first. */
export function weeksUntil(now: Date): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = today - ((now.getUTCDay() + 6) % 7) * 86_400_000;
  return Array.from({ length: WEEKS }, (_, index) =>
    new Date(monday - (WEEKS - 1 - index) * WEEK_MS).toISOString(),
  );
}

/** Whether something with the date of the end of a week belongs to the week of a Monday. */
export const isInWeek = (date: string, monday: string): boolean => {
  const after = Date.parse(date) - Date.parse(monday);
  return after >= 0 && after < WEEK_MS;
};

/** The state of each project at the end of its last week, those with most stale features first. */
export function latestOf({ projectFlagTrends }: Insights): Insights['projectFlagTrends'] {
  const latest = new Map(projectFlagTrends.map((one) => [one.project, one]));
  const behind = (one: Insights['projectFlagTrends'][number]): number =>
    one.stale + one.potentiallyStale;
  return [...latest.values()].sort((one, other) => behind(other) - behind(one));
}

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { saveFile } from '../../../kit/save-file';
import { InsightsPage } from './insights-page';
import { weeksUntil } from './insights-queries';

jest.mock('../../../kit/save-file');

const TRENDS = 'GET /api/admin/insights';
const LIFECYCLE = 'GET /api/admin/insights/lifecycle';
const monday = weeksUntil(new Date()).at(-1)!;
const date = new Date(Date.parse(monday) + 7 * 86_400_000 - 1).toISOString();
const category = { newFlagsThisWeek: 1, flagsOlderThanWeek: 2 };
const part = (totalFlags: number) => ({
  categories: { experimental: category, release: category, permanent: category },
  ...{ medianDaysInCurrentStage: 4.5, medianDaysHistorically: 12, totalFlags },
});
const state = (project: string, stale: number) => ({
  ...{ project, week: '2026-48', date, total: 10, active: 10 - stale, stale, potentiallyStale: 0 },
  ...{ health: 100 - 10 * stale, technicalDebt: 10 * stale, users: 3 },
});
const trends = {
  userTrends: [],
  flagTrends: [{ date, total: 20, active: 13, stale: 5, potentiallyStale: 2 }],
  projectFlagTrends: [state('shop', 1), { ...state('blog', 6), timeToProduction: 8.5 }],
  metricsSummaryTrends: [],
  environmentTypeTrends: [],
  lifecycleTrends: [{ project: 'shop', week: '2026-48', date, newProductionFlags: 21 }],
  creationArchiveTrends: [
    {
      project: 'shop',
      week: '2026-48',
      date,
      createdFlags: { release: 30, x: 1 },
      archivedFlags: 4,
    },
  ],
};
const lastOf = (table: string): string =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .at(-1)!.textContent ?? '';

test('shows parts of life, trends and projects, those with most stale features first', async () => {
  renderWith(<InsightsPage />, {
    [TRENDS]: trends,
    [LIFECYCLE]: {
      lifecycleTrends: { develop: part(101), production: part(102), cleanup: part(103) },
    },
  });

  const parts = await screen.findByRole('table', { name: 'Where features are in their life' });
  for (const count of ['101', '102', '103']) expect(within(parts).getByText(count)).toBeTruthy();
  expect(lastOf('Features by week')).toMatch(/13.*7/);
  expect(lastOf('Features that reached production by week')).toContain('21');
  expect(lastOf('Created and archived features by week')).toMatch(/31.*4/);
  const projects = within(screen.getByRole('table', { name: 'Projects by stale features' }));
  expect(projects.getAllByRole('link').map((link) => link.textContent)).toEqual(['blog', 'shop']);
  expect(projects.getByText('60%')).toBeTruthy();
  expect(projects.getByText('8.5')).toBeTruthy();
});

test('says that fewer days are shown of very many projects, and saves a file', async () => {
  const { requests } = renderWith(<InsightsPage />, {
    [TRENDS]: {
      ...{ ...trends, isShortened: true },
      dateRange: { from: '2026-11-01', to: '2026-11-28' },
    },
    [LIFECYCLE]: { lifecycleTrends: { develop: part(1), production: part(2), cleanup: part(3) } },
  });
  expect(await screen.findByText(/only the days since Nov 1, 2026 are shown/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Download projects by week as CSV' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalled());
  expect(requests.at(-1)!.headers.get('Accept')).toBe('text/csv');
});

test('the page of insights shows why its data cannot be read', async () => {
  const refused = refusal(429, { name: 'QuotaExceededError', message: 'Later.' });
  renderWith(<InsightsPage />, { [TRENDS]: refused, [LIFECYCLE]: refused });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('weeks begin on Mondays in UTC', () => {
  expect(weeksUntil(new Date('2026-11-29T23:00:00Z')).at(-1)).toBe('2026-11-23T00:00:00.000Z');
  expect(weeksUntil(new Date('2026-11-30T00:00:00Z')).at(-1)).toBe('2026-11-30T00:00:00.000Z');
});

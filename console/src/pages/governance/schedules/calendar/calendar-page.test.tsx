import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import { CalendarPage } from './calendar-page';
import { dayNamed, periodOf } from './period';

const at = new Date(2030, 0, 31, 18).toISOString();
const schedule = (id: number, feature: string) => ({
  ...{ id, project: 'shop', feature, environment: 'live', action: 'off', payload: {} },
  ...{ at, rule: null, timeZone: 'UTC', durationMinutes: null, whenLate: 'run' },
  ...{ state: 'pending', reason: null, conflict: null, nextAction: 'off', nextAt: at },
  ...{ executedAt: null, createdAt: at, occurrences: [at] },
  createdBy: { id: 1, username: 'ada', imageUrl: '' },
});
const features = ['cart', 'search', 'login', 'feed', 'maps'];
const answers = {
  'GET /api/admin/schedules': (request: Request) =>
    request.url.includes('suspended')
      ? { schedules: [], total: 0 }
      : { schedules: features.map((feature, id) => schedule(id + 1, feature)), total: 5 },
  'GET /api/admin/search/change-requests': { changeRequests: [], total: 0 },
  'GET /api/admin/environments': { environments: [{ name: 'live', type: 'production' }] },
};
const names = (month: string) =>
  within(screen.getByRole('table', { name: month }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

afterEach(() => window.history.replaceState(null, '', '/'));

test('a month shows some changes of a day, and leads to its week', async () => {
  window.history.replaceState(null, '', '/schedules?view=month&day=2030-01-15');
  const { requests } = renderWith(<CalendarPage />, answers);

  await screen.findByRole('table', { name: 'January 2030' });
  expect(names('January 2030')).toHaveLength(4);
  expect(names('January 2030').at(-1)).toBe('2 more');
  const { searchParams } = new URL(requests.find(({ url }) => url.includes('from='))!.url);
  const days =
    (Date.parse(searchParams.get('to')!) - Date.parse(searchParams.get('from')!)) / 864e5;
  expect(Math.round(days)).toBe(35);

  await userEvent.click(screen.getByRole('link', { name: '2 more' }));
  expect(await screen.findAllByRole('link', { name: /Turn off in live/ })).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
  expect(window.location.search).toContain('day=2030-02-04');
});

test('weeks begin on Monday, and months are whole weeks', () => {
  const week = periodOf('week', dayNamed('2030-01-31'));
  expect(week.days.map((day) => day.getDate())).toEqual([28, 29, 30, 31, 1, 2, 3]);
  expect([week.before, week.after]).toEqual(['2030-01-21', '2030-02-04']);
  const month = periodOf('month', dayNamed('2026-03-29'));
  expect(month.days).toHaveLength(42);
  expect(month.days.every((day) => day.getHours() === 0)).toBe(true);
  expect([month.before, month.after]).toEqual(['2026-02-01', '2026-04-01']);
  expect(month.days.filter(month.isOutside)).toHaveLength(11);
});

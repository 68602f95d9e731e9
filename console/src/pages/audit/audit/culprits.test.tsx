import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { culpritTexts as english } from '../../../texts/culprits';
import { culpritTexts as german } from '../../../texts/de/culprits';
import { renderWith } from '../../../../test/support/render';
import { CulpritsPage } from './culprits-page';

const AT = '2026-11-22T23:58:00.000Z';
const event = {
  ...{ id: 7, type: 'feature-environment-disabled', createdBy: 'ann', createdByUserId: 1 },
  ...{ createdAt: '2026-11-22T23:54:00.315Z', data: null, preData: null, tags: [] },
  ...{ featureName: 'checkout', project: 'default', environment: 'production' },
  ...{ label: 'Feature disabled', summary: '*ann* disabled it.', createdByName: 'ann' },
};
const OPTIONS = {
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
  'GET /api/admin/environments': { environments: [{ name: 'production', type: 'production' }] },
  'GET /api/admin/event-creators': [],
};
const SEARCH = 'GET /api/admin/search/culprits';
const culprit = {
  ...{ score: 0.7, undo: '/api/admin/events/7/undo', event },
  reasons: [{ name: 'time', text: 'It was made 4 minutes before.', value: 4 }],
};
const answer = (culprits: object[]) => ({
  ...{ at: AT, from: AT, culprits, examined: 150, hasMore: false },
});
afterEach(() => window.history.replaceState(null, '', '/'));

test('the address of an alert shows the likeliest changes with their reasons', async () => {
  window.history.replaceState(null, '', `/audit/causes?at=${AT}&project=default`);
  const { requests } = renderWith(<CulpritsPage />, { ...OPTIONS, [SEARCH]: answer([culprit]) });

  const table = await screen.findByRole('table', { name: /Likely causes/ });
  expect(within(table).getByText('It was made 4 minutes before.')).toBeTruthy();
  expect(screen.getByText(/The likeliest of 150 changes before/)).toBeTruthy();
  const sent = requests.find(({ url }) => url.includes('search/culprits'))!;
  expect(Object.fromEntries(new URL(sent.url).searchParams)).toEqual({
    at: AT,
    project: 'default',
  });
  await userEvent.click(screen.getByRole('button', { name: 'Details of event 7' }));
  expect(screen.getByRole('button', { name: 'Undo…' })).toBeTruthy();
});

test('when nothing has changed, it says so', async () => {
  window.history.replaceState(null, '', '/audit/causes');
  renderWith(<CulpritsPage />, { ...OPTIONS, [SEARCH]: answer([]) });
  expect(await screen.findByText('Nothing has changed')).toBeTruthy();
});

test('the same search is made again when it is asked for', async () => {
  const { requests } = renderWith(<CulpritsPage />, { ...OPTIONS, [SEARCH]: answer([]) });
  await screen.findByText('Nothing has changed');
  const searches = (): number => requests.filter(({ url }) => url.includes('/culprits')).length;
  const before = searches();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(searches()).toBe(before + 1));
});

test('reasons are told in German by their number, and in English as the service says them', () => {
  const usage = {
    name: 'usage',
    value: 1398,
    text: 'It had about 1398 evaluations an hour.',
  } as const;
  expect(german.reason(usage)).toMatch(
    /^Das Feature wurde etwa 1.?398-mal je Stunde ausgewertet\.$/,
  );
  expect(english.reason(usage)).toBe(usage.text);
});

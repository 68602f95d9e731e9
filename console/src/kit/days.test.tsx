/** @time-zone Pacific/Auckland */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../test/support/render';
import { TokensPage } from '../pages/access/api-tokens/tokens-page';
import { EventsPage } from '../pages/audit/audit/events-page';
import { wordsOfSearch } from '../pages/audit/audit/search-words';
import { today } from '../pages/instance/home/home-queries';
import { dayOf, endOfDay } from './moment';

/** Where a person is a day ahead of UTC for most of the day, and a day can have 23 or 25 hours. */
const SPRING = ['2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'];
const AUTUMN = ['2026-04-04T11:00:00.000Z', '2026-04-05T12:00:00.000Z'];
const TOKENS = '/api/admin/api-tokens';

test.each([
  ['2026-09-27', SPRING],
  ['2026-04-05', AUTUMN],
])('the audit log is searched for the day %s of the person', async (day, period) => {
  window.history.replaceState(null, '', `/audit?from=${day}&to=${day}`);
  const { requests } = renderWith(<EventsPage />, {
    'GET /api/admin/projects': { projects: [] },
    'GET /api/admin/environments': { environments: [] },
    'GET /api/admin/event-creators': [],
    'GET /api/admin/search/events': { events: [], total: 0 },
  });

  await waitFor(() => {
    const sent = requests.find(({ url }) => url.includes('/search/events'))!;
    const { searchParams: asked } = new URL(sent.url);
    expect([asked.get('from'), asked.get('to')]).toEqual(period.map((at) => `IS:${at}`));
  });
});

test('words of a search mean days of the person', () => {
  const now = new Date('2026-09-27T10:59:00Z');
  for (const [words, moment] of [
    ['off today', now],
    ['off yesterday', new Date('2026-09-28T10:00:00Z')],
    ['off 2026-09-27', now],
  ] as const) {
    const { from, to } = wordsOfSearch(words, moment);
    expect([from!.toISOString(), to!.toISOString()]).toEqual(SPRING);
  }
  expect(today(now).toISOString()).toBe(SPRING[0]);
  expect(dayOf(now)).toBe('2026-09-27');
  expect(endOfDay(dayOf(now))).toBe('2026-09-27T10:59:59.000Z');
});

test('a token ends with the chosen day of the person', async () => {
  const { requests } = renderWith(<TokensPage />, {
    'GET /api/admin/search/api-tokens': { tokens: [], total: 0 },
    'GET /api/admin/environments': { environments: [{ name: 'production', enabled: true }] },
    'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
    [`POST ${TOKENS}`]: {
      ...{ id: '7', tokenName: 'shop', type: 'client', environment: 'production', seenAt: null },
      ...{ project: 'default', projects: ['default'], expiresAt: null, secret: 'a:b.c' },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText(/^Name/), 'shop');
  await form.findByRole('option', { name: 'production' });

  await userEvent.type(form.getByLabelText(/^Expires/), '2099-04-05');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));

  await screen.findByLabelText('Secret of the token');
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toMatchObject({ expiresAt: '2099-04-05T11:59:59.000Z' });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../test/support/render';
import { FreshCount } from './fresh-count';
import { NotificationsPage } from './notifications-page';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const event = (id: number, type: string, days: number) => ({
  ...{ id, type, label: type, createdAt: daysAgo(days), project: 'shop', featureName: 'cart' },
  summary: `*Ada*: ${type}`,
});
const token = (id: number, days: number) => ({
  ...{ id, description: `token ${id}`, userId: 1, createdAt: daysAgo(100), seenAt: null },
  expiresAt: daysAgo(-days),
});
const request = (id: number, state: string) => ({
  ...{ id, state, title: `Request ${id}`, project: 'shop', createdAt: daysAgo(2) },
});
const wish = { role: 'Member', project: 'shop', reason: 'INC-1', isEmergency: true };
const SETTINGS = '/api/admin/user/notification-settings';
const answers = {
  [`GET ${SETTINGS}`]: {
    ...{ muted: ['stale'], seenUntil: daysAgo(3) },
    ...{ mailed: ['review'], mailRhythm: 'daily', canBeMailed: true },
    kinds: [
      ...['review', 'access', 'token'].map((kind) => ({ kind, events: [] })),
      { kind: 'failure', events: ['schedule-missed'] },
      { kind: 'safeguard', events: ['feature-safeguard-triggered'] },
      { kind: 'stale', events: ['feature-stale-on'] },
    ],
  },
  [`PUT ${SETTINGS}`]: {},
  'GET /api/admin/search/events': {
    events: [
      event(1, 'feature-safeguard-triggered', 1),
      event(2, 'schedule-missed', 5),
      event(3, 'feature-stale-on', 1),
    ],
    total: 3,
  },
  'GET /api/admin/search/change-requests': {
    changeRequests: [request(1, 'In review'), request(2, 'Approved')],
    total: 2,
  },
  'GET /api/admin/access-requests': {
    own: [
      { ...wish, id: 1, decidedAt: daysAgo(4), expiresAt: daysAgo(3) },
      { ...wish, id: 2, decidedAt: null, expiresAt: null },
    ],
    waiting: [{ ...wish, id: 3, user: 'Grace', createdAt: daysAgo(2.5) }],
  },
  'GET /api/admin/user/tokens': { pats: [token(1, 12.5), token(2, 60)] },
};

test('what concerns the person is listed with where it is, newest first', async () => {
  renderWith(<NotificationsPage />, answers);
  const list = within(await screen.findByRole('list', { name: 'Notifications' }));
  const links = list
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Ada: feature-safeguard-triggered', '/projects/shop/features/cart'],
    ['Your personal token token 1 expires soon or has expired.', '/profile/tokens'],
    ['"Request 1" waits for your review.', '/projects/shop/change-requests/1'],
    ['Emergency: Grace asks for the role Member in shop: INC-1', '/access-requests'],
    ['You got the role Member in shop for a time.', '/access-requests'],
    ['Ada: schedule-missed', '/projects/shop/features/cart?section=schedules'],
  ]);
  expect(list.getAllByText('new')).toHaveLength(4);
});

test('the person chooses of what to be notified, and marks all as seen', async () => {
  const { requests } = renderWith(<NotificationsPage />, answers);
  const sent = async (): Promise<unknown> =>
    (requests.filter(({ method }) => method === 'PUT').at(-1) as Request).clone().json();
  await userEvent.click(await screen.findByLabelText('Safeguards that fired: here'));
  expect(await sent()).toEqual({ muted: ['stale', 'safeguard'] });
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as seen' }));
  const { seenUntil } = (await sent()) as { seenUntil: string };
  expect(Date.now() - Date.parse(seenUntil)).toBeLessThan(60_000);
});

test('mails have their own choice of kinds, and a rhythm', async () => {
  const { requests } = renderWith(<NotificationsPage />, answers);
  const sent = async (): Promise<unknown> =>
    (requests.filter(({ method }) => method === 'PUT').at(-1) as Request).clone().json();
  await userEvent.click(await screen.findByLabelText('Safeguards that fired: by mail'));
  expect(await sent()).toEqual({ mailed: ['review', 'safeguard'] });
  await userEvent.selectOptions(screen.getByLabelText('Mails come'), 'within minutes');
  expect(await sent()).toEqual({ mailRhythm: 'soon' });
});

test('whoever cannot be written to is told why', async () => {
  const settings = { ...answers[`GET ${SETTINGS}`], canBeMailed: false };
  renderWith(<NotificationsPage />, { ...answers, [`GET ${SETTINGS}`]: settings });
  expect(await screen.findByText(/^Mails need an e-mail address/)).toBeTruthy();
  const box = screen.getByLabelText<HTMLInputElement>('Safeguards that fired: by mail');
  expect(box.disabled).toBe(true);
});

test('the header says how many are new', async () => {
  renderWith(<FreshCount />, answers);
  expect((await screen.findByText('new')).parentElement!.textContent).toBe('4new');
});

import { screen, within } from '@testing-library/react';
import { renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { HomePage } from './home-page';

const NOW = new Date().toISOString();
const feature = (name: string, favorite: boolean) => ({
  ...{ name, project: 'shop', type: 'release', favorite, stale: false, lastSeenAt: null },
  environments: [
    { name: 'development', type: 'development', enabled: true, sortOrder: 1 },
    { name: 'live', type: 'production', enabled: true, sortOrder: 2 },
  ],
});
const event = {
  ...{ id: 7, type: 'feature-environment-disabled', label: 'Feature disabled', createdAt: NOW },
  ...{ featureName: 'cart', project: 'shop', environment: 'live', createdBy: 'ada' },
  ...{ createdByUserId: 3, createdByName: 'Ada', summary: '*Ada* turned off **cart**' },
};
const signIn = { ...event, id: 8, type: 'user-logged-in', summary: 'Ada signed in' };
const failure = { ...event, id: 9, type: 'schedule-missed', summary: 'A schedule was missed' };
const token = (description: string, days: number) => ({
  ...{ id: days, userId: 1, description, createdAt: NOW, seenAt: null },
  expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
});
const request = (id: number, state: string) => ({
  ...{ id, state, title: `Request ${id}`, environment: 'live', project: 'shop' },
  ...{ createdAt: NOW, createdBy: { id: 3, username: 'ada' }, features: [], segments: [] },
});
const nothing = { events: [], total: 0 };
const param = ({ url }: Request, name: string) => new URL(url).searchParams.get(name);

const answers = {
  'GET /api/admin/search/features': (one: Request) => {
    const found = param(one, 'state')
      ? [feature('old-cart', false)]
      : [feature('cart', true), feature('search', false)];
    return { features: found, total: 200 };
  },
  'GET /api/admin/search/events': (one: Request) =>
    param(one, 'type') ? { events: [failure], total: 1 } : { events: [signIn, event], total: 40 },
  'GET /api/admin/search/change-requests': (one: Request) => {
    const found = param(one, 'requestedApproverId') ? request(1, 'In review') : request(2, 'Draft');
    return { changeRequests: [found], total: 1 };
  },
  'GET /api/admin/schedules': { schedules: [], total: 0 },
  'GET /api/admin/instance-admin/drill': () => drill,
  'GET /api/admin/user/tokens': { pats: [token('laptop', 3), token('build', 90)] },
  'GET /api/admin/addons': {
    addons: [{ id: 4, provider: 'webhook', description: 'Chat', enabled: true }],
  },
  'GET /api/admin/addons/4/events': { integrationEvents: [{ state: 'failed', createdAt: NOW }] },
};
const drill = {
  ...{ enabled: true, healthy: false, lastDrillAt: NOW, lastSuccessAt: null, milliseconds: null },
  ...{ p50: 9, p99: 80, instances: [], budget: { drills: 3, inTime: 2, left: 0.5 } },
  broken: [{ part: 'stream', where: 'flags-2:4242', reason: 'It had nothing after 2 s.' }],
};
const panel = (name: string) => within(screen.getByRole('region', { name }));

test('the first page says what changed, waits and fails, with production switches', async () => {
  renderWith(<HomePage />, answers);

  const followed = panel('Features that you follow');
  expect(await followed.findByRole('switch', { name: 'cart in live' })).toBeTruthy();
  expect(followed.queryByText('search')).toBeNull();
  const today = panel('Changed today');
  expect(await today.findByText('Ada turned off cart')).toBeTruthy();
  expect(today.queryByText('Ada signed in')).toBeNull();
  expect(today.getByRole('link', { name: 'All events of today' })).toBeTruthy();
  const waiting = panel('Waits for you');
  expect(await waiting.findByRole('link', { name: 'Request 1' })).toBeTruthy();
  expect(waiting.getByText('Yours: Draft')).toBeTruthy();
  const attention = panel('Needs attention');
  expect(await attention.findByText('A schedule was missed')).toBeTruthy();
  expect((await attention.findByRole('link', { name: 'Chat' })).getAttribute('href')).toBe(
    '/integrations/4',
  );
  expect(await attention.findByText('stream, flags-2:4242')).toBeTruthy();
  expect(await attention.findByRole('link', { name: 'laptop' })).toBeTruthy();
  expect(attention.queryByText('build')).toBeNull();
  expect(
    panel('Stale features').getByRole('link', { name: 'All 200 stale features' }),
  ).toBeTruthy();
});

test('people who may read little see what they may, and what is refused is said', async () => {
  const refused = () => new Response('{"message":"No"}', { status: 403 });
  const me = { permissions: [], user: { id: 2, username: 'vera' } } as unknown as Me;
  renderWith(
    <HomePage />,
    {
      ...answers,
      ...{ 'GET /api/admin/user/tokens': { pats: [] } },
      ...{ 'GET /api/admin/search/events': nothing, 'GET /api/admin/addons': refused },
      'GET /api/admin/instance-admin/drill': { ...drill, broken: [] },
    },
    me,
  );

  expect(await screen.findByText('Nobody has changed anything today.')).toBeTruthy();
  expect(await screen.findByText('Nothing has failed in the last seven days.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

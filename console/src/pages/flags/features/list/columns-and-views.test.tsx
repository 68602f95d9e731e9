import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import type { Me } from '../../../../app/session/me';
import { FeaturesPage } from './features-page';

const environment = (name: string, type: string) => ({
  ...{ name, type, sortOrder: 1, enabled: true, yes: 1200, no: 60, variantCount: 0 },
  ...{ lastSeenAt: null, hasStrategies: false, hasEnabledStrategies: false },
});
const feature = {
  ...{ name: 'cart', project: 'shop', type: 'release', description: 'The cart', favorite: false },
  ...{ stale: false, impressionData: false, createdAt: '2026-01-31T12:00:00.000Z' },
  ...{ archivedAt: null, lastSeenAt: null, dependencyType: null, segments: ['beta'] },
  createdBy: { id: 3, name: 'Ada', imageUrl: '' },
  environments: [environment('live', 'production'), environment('test', 'test')],
  lifecycle: { stage: 'live', enteredStageAt: '2026-01-31T12:00:00.000Z' },
};
const views = [{ id: 7, name: 'Live ones', query: 'on=live' }];
const strategy = (rollout: string, changes = {}) => ({
  ...{ name: 'flexibleRollout', parameters: { rollout }, segmentCount: 0, constraintCount: 0 },
  ...{ constraints: [], ...changes },
});
const country = {
  ...{ contextName: 'country', operator: 'IN', inverted: false, caseInsensitive: false },
  ...{ value: '', values: ['NO', 'SE'], valueCount: 2 },
};
const limited = strategy('25', { segmentCount: 2, constraintCount: 1, constraints: [country] });
const details = {
  name: 'cart',
  environments: [
    { name: 'live', enabled: false, strategyCount: 4, strategies: [limited, strategy('50')] },
  ],
  hours: [...Array<number>(23).fill(300), 351],
  lastChange: { type: 'feature-updated', at: '2026-01-31T12:00:00.000Z', by: 'Grace' },
  owners: ['Ada', 'Bo', 'Cy'].map((name) => ({ ownerType: 'user', name, email: null })),
};
const answers = {
  'GET /api/admin/search/feature-details': { features: [details] },
  'GET /api/admin/search/features': { features: [feature], total: 200 },
  'GET /api/admin/environments': { environments: feature.environments },
  'PUT /api/admin/user/feature-columns': {},
  'GET /api/admin/user/feature-views': () => ({ views }),
  'POST /api/admin/user/feature-views': { id: 8, name: 'Mine', query: '' },
  'DELETE /api/admin/user/feature-views/7': {},
};
const me = (featureColumns?: string[]) =>
  ({
    permissions: [{ permission: 'ADMIN' }],
    user: { id: 1, username: 'admin' },
    featureColumns,
  }) as unknown as Me;
const patience = { timeout: 20_000 };
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const sentTo = (requests: readonly Request[], method: string) =>
  requests.filter((one) => one.method === method).at(-1)!;

afterEach(() => window.history.replaceState(null, '', '/'));

test('a row says who gets the feature, how often it is used, who changed it and who owns it', async () => {
  window.history.replaceState(null, '', '/features');
  const { requests } = renderWith(<FeaturesPage />, answers, me());
  expect(
    await screen.findByText(
      'On for 25% of users in 2 segments where country is one of NO, SE, or for 50% of users, ' +
        'or for whom 2 more strategies select.',
      {},
      patience,
    ),
  ).toBeTruthy();
  expect(
    screen.getByRole('img', { name: 'Evaluated 7,251 times in the last 24 hours' }),
  ).toBeTruthy();
  expect(screen.getByText('by Grace')).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Ada, Bo and 1 more' })).toBeTruthy();
  expect(heads()).toEqual([
    'Name ↑',
    'liveproduction',
    'test',
    'Who gets it',
    'Last 24 hours',
    'Last change',
    'Owner',
    'Project',
  ]);
  const asked = requests.filter(({ url }) => url.includes('feature-details'));
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?names=cart']);
});

test('columns are chosen, named in the address, and kept for the person', async () => {
  window.history.replaceState(null, '', '/features');
  const { requests } = renderWith(<FeaturesPage />, answers, me());
  expect(await screen.findByRole('columnheader', { name: 'Owner' }, patience)).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByLabelText('This hour', {}, patience));
  expect(window.location.search).toContain('evaluations');
  const columns = ['reach', 'usage', 'lastChange', 'owners', 'project', 'evaluations'];
  expect(await sentTo(requests, 'PUT').json()).toEqual({ columns });
  expect(await screen.findByRole('cell', { name: /2,520/ }, patience)).toBeTruthy();

  await userEvent.click(await screen.findByLabelText('test'));
  expect(heads()).not.toContain('test');
  await userEvent.click(screen.getByRole('button', { name: 'Usual columns' }));
  expect(window.location.search).toBe('');
  expect(await sentTo(requests, 'PUT').json()).toEqual({});
  expect(heads()).toContain('Owner');
});

test('columns of the address go before those of the person', async () => {
  window.history.replaceState(null, '', '/features?columns=createdBy,segments');
  renderWith(<FeaturesPage />, answers, me(['type', 'environment:live']));

  expect(await screen.findByRole('columnheader', { name: 'Segments' }, patience)).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Ada' })).toBeTruthy();
  expect(heads()).toHaveLength(5);
});

test('a view keeps filters, order and columns, and its deletion can be undone', async () => {
  window.history.replaceState(null, '', '/features?q=cart&sort=createdAt&page=2');
  const { requests } = renderWith(<FeaturesPage />, answers, me(['type', 'environment:live']));
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  const save = await screen.findByRole('button', { name: 'Save this view' }, patience);
  await userEvent.click(save);
  const dialog = within(await screen.findByRole('dialog', {}, patience));
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Mine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const columns = encodeURIComponent('type,environment:live');
  const query = `columns=${columns}&q=cart&sort=createdAt`;
  expect(await sentTo(requests, 'POST').json()).toEqual({ name: 'Mine', query });

  await userEvent.click(screen.getByRole('link', { name: 'Live ones' }));
  expect(window.location.search).toBe('?on=live');
  expect(screen.getByLabelText<HTMLInputElement>('Search by name or description').value).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'More actions of Live ones' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await sentTo(requests, 'POST').json()).toEqual({ name: 'Live ones', query: 'on=live' });
});

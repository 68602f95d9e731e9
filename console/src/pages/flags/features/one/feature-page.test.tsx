import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../../test/support/render';
import type { Me } from '../../../../app/session/me';
import { FeaturePage } from './feature-page';
import { FEATURE, FEATURE_URL } from './feature.fixture';
import { ManageSection } from './manage/manage-section';

const page = <FeaturePage params={{ project: 'default', feature: 'checkout' }} />;
/** Loading code of the page takes longer on a busy machine. */
const LAZY = { timeout: 20_000 };
const etag = (): Response =>
  new Response(JSON.stringify(FEATURE), {
    headers: { 'Content-Type': 'application/json', ETag: '"feature:1"' },
  });
const options = {
  'GET /api/admin/projects': { projects: [{ id: 'default', name: 'Default' }] },
  'GET /api/admin/feature-types': { types: [{ id: 'release', name: 'Release', description: '' }] },
};

test('the page shows facts, tags and switches of the feature', async () => {
  renderWith(page, { [`GET ${FEATURE_URL}`]: etag });

  expect(await screen.findByText('Fewer steps.')).toBeTruthy();
  expect(screen.getByText('simple:web')).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'production' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Manage' })).toBeTruthy();
});

test('editing sends the version that was read, and offers the newest after a conflict', async () => {
  const { requests } = renderWith(page, {
    ...options,
    [`GET ${FEATURE_URL}`]: etag,
    [`PUT ${FEATURE_URL}`]: () => refusal(412, { name: 'PreconditionFailedError', message: '' }),
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await userEvent.type(await screen.findByLabelText('Description', {}, LAZY), ' Faster.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText(/Somebody has changed this/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show the current version' })).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(put.headers.get('If-Match')).toBe('"feature:1"');
  expect(await put.json()).toMatchObject({ description: 'Fewer steps. Faster.' });
});

test('a tag is added', async () => {
  const { requests } = renderWith(page, {
    'GET /api/admin/tag-types': { tagTypes: [{ name: 'simple' }] },
    'POST /api/admin/features/checkout/tags': { type: 'simple', value: 'mobile' },
    [`GET ${FEATURE_URL}`]: etag,
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Add a tag' }));
  await userEvent.type(await screen.findByLabelText('Value', {}, LAZY), 'mobile{Enter}');

  expect(await screen.findByText('Added the tag simple:mobile.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(await post.json()).toEqual({ type: 'simple', value: 'mobile' });
});

test('archiving needs the name of the feature, after a preview', async () => {
  const affected = { count: 0, names: [] };
  const impact = {
    ...{ instances: 0, strategies: 1, connections: 3, evaluations: { yes: 5, no: 0 } },
    ...{ features: affected, applications: affected, dependents: affected, segments: affected },
    ...{ lastChange: null, schedules: { count: 0, next: [] } },
  };
  const { requests } = renderWith(<ManageSection feature={FEATURE} />, {
    [`DELETE ${FEATURE_URL}`]: () => ({ dryRun: true, impact }),
  });

  await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('5 on, 0 off')).toBeTruthy();
  const confirm = screen.getAllByRole('button', { name: 'Archive' }).at(-1)!;
  expect(confirm).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Type checkout to confirm'), 'checkout');
  await userEvent.click(confirm);

  expect(await screen.findByText('checkout is archived.')).toBeTruthy();
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?dryRun=true', '']);
});

test('without permissions everything that changes the feature names what is missing', async () => {
  const me = { permissions: [] } as unknown as Me;
  const { requests } = renderWith(<ManageSection feature={FEATURE} />, {}, me);

  await userEvent.click(screen.getByRole('button', { name: 'Archive' }));

  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('DELETE_FEATURE'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests).toEqual([]);
});

const SEARCH = 'GET /api/admin/search/features';
const found = (...names: string[]) => ({
  features: names.map((name) => ({ name })),
  total: names.length,
});

test('an archived feature can be revived', async () => {
  const { requests } = renderWith(page, {
    [SEARCH]: found('checkout-old', 'checkout'),
    'POST /api/admin/projects/default/revive': {},
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Revive' }, LAZY));

  expect(await screen.findByText('checkout is back. It is off in all environments.')).toBeTruthy();
  const revived = requests.find(({ method }) => method === 'POST');
  expect(await revived?.json()).toEqual({ features: ['checkout'] });
  const asked = new URL(requests.find(({ url }) => url.includes('/search/'))!.url).searchParams;
  expect(asked.get('archived')).toBe('IS:true');
});

test('a feature that does not exist is not archived either', async () => {
  renderWith(page, { [SEARCH]: found('checkout-old') });

  expect(await screen.findByText('There is nothing here', {}, LAZY)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revive' })).toBeNull();
});

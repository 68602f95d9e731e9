import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWith } from '../../../../../test/support/render';
import { UserPage } from './user-page';

const held = (name: string, hasPermission: boolean) => ({
  ...{ id: 1, type: 'project', hasPermission },
  ...{ name, displayName: `May ${name}` },
});
const access = {
  user: { id: 5, name: 'Anna', email: 'anna@example.org', seenAt: null, createdAt: '2026-01-01' },
  ...{ rootRole: { id: 3, name: 'Viewer' }, groupRootRoles: [], projectRoles: [] },
  overview: {
    ...{ root: [], environment: [] },
    project: [held('UPDATE_FEATURE', true), held('DELETE_FEATURE', false)],
  },
};
const PATH = '/api/admin/user-admin/5';
const session = { id: 's', userAgent: 'Firefox', address: '192.0.2.1', seenAt: '2026-01-01' };
const answers = {
  [`GET ${PATH}/permissions`]: access,
  [`GET ${PATH}/sessions`]: { sessions: [session] },
  [`GET ${PATH}/access-tokens`]: { pats: [] },
  [`GET ${PATH}/second-factor`]: { enabled: false },
  'GET /api/admin/roles/3': {
    ...{ id: 3, name: 'Viewer', type: 'root', description: '' },
    permissions: [{ name: 'UPDATE_FEATURE' }],
  },
  'GET /api/admin/projects': { projects: [{ id: 'shop', name: 'Shop' }] },
  'GET /api/admin/environments': { environments: [] },
};

test('what a user may do is shown for the chosen project', async () => {
  const { requests } = renderWith(<UserPage params={{ user: '5' }} />, answers);

  expect(await screen.findByText('May UPDATE_FEATURE')).toBeTruthy();
  expect(screen.queryByText('May DELETE_FEATURE')).toBeNull();
  expect(await screen.findByText('Because of the root role Viewer')).toBeTruthy();
  await screen.findByRole('option', { name: 'Shop' });
  await userEvent.selectOptions(screen.getByLabelText('What the person may do in'), 'Shop');

  const asked = requests.filter(({ url }) => url.includes('/permissions'));
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['', '?project=shop']);
});

test('sessions are ended after a confirmation', async () => {
  const { requests } = renderWith(<UserPage params={{ user: '5' }} />, {
    ...answers,
    [`DELETE ${PATH}/sessions`]: { ended: 1 },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'End all sessions of Anna' }));

  expect(await screen.findByText('All sessions are ended.')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(true);
});

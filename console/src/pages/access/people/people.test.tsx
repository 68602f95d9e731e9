import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import { FederatedCredentialsPage } from './federated-credentials/federated-credentials-page';
import { GroupsPage } from './groups/groups-page';
import { RolesPage } from './roles/roles-page';
import { ServiceAccountsPage } from './service-accounts/service-accounts-page';
import { UsersPage } from './users/users-page';

const ROOT_ROLES = [
  { id: 2, name: 'Editor', type: 'root' },
  { id: 3, name: 'Viewer', type: 'root' },
];
const anna = {
  ...{ id: 5, name: 'Anna', email: 'anna@example.org', rootRole: 3 },
  ...{ seenAt: null, createdAt: '2026-01-01T00:00:00Z', loginAttempts: 0 },
};
const USERS = '/api/admin/user-admin';
const SEARCH = 'GET /api/admin/search/users';
const users = {
  [SEARCH]: { users: [anna], total: 1 },
  'GET /api/admin/roles': { roles: [...ROOT_ROLES, { id: 4, name: 'Owner', type: 'project' }] },
};

afterEach(() => history.replaceState(null, '', '/'));

test('a new user is sent, and the link for the password is shown once', async () => {
  const created = { ...anna, id: 6, name: 'Ben', inviteLink: 'https://x.org/1', emailSent: false };
  const { requests } = renderWith(<UsersPage />, { ...users, [`POST ${USERS}`]: created });

  await userEvent.click(await screen.findByRole('button', { name: 'Create a user' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText('Name'), 'Ben');
  await userEvent.type(form.getByLabelText('E-mail address'), 'ben@example.org');
  await userEvent.click(form.getByRole('button', { name: 'Create' }));

  const link = await screen.findByLabelText('Link for setting a password');
  expect(link.textContent).toBe('https://x.org/1');
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    ...{ name: 'Ben', email: 'ben@example.org', username: null },
    ...{ rootRole: 3, sendEmail: true },
  });
});

test('a user is edited with the version that was read; a newer one is not overwritten', async () => {
  const read = new Response(JSON.stringify(anna), { headers: { ETag: 'W/"1"' } });
  const { requests } = renderWith(<UsersPage />, {
    ...users,
    [`GET ${USERS}/5`]: () => read.clone(),
    [`PUT ${USERS}/5`]: refusal(412, { name: 'PreconditionFailedError' }),
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByDisplayValue('Anna');
  await userEvent.selectOptions(screen.getByLabelText('Root role'), 'Editor');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect((await screen.findByRole('alert')).textContent).toContain('Somebody has changed this');
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(sent?.headers.get('If-Match')).toBe('W/"1"');
  expect(await sent?.json()).toEqual({ name: 'Anna', email: 'anna@example.org', rootRole: 2 });
});

test('users are found, sorted and turned by the service', async () => {
  const { requests } = renderWith(<UsersPage />, {
    ...users,
    [SEARCH]: { users: [anna], total: 51 },
  });
  const asked = (): Record<string, string> => {
    const searches = requests.filter(({ url }) => url.includes('/search/users'));
    return Object.fromEntries(new URL(searches.at(-1)!.url).searchParams);
  };

  await screen.findByRole('link', { name: 'Anna' });
  expect(asked()).toEqual({ sortBy: 'name', sortOrder: 'asc', limit: '50', offset: '0' });
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(asked()).toMatchObject({ offset: '50' });
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest first');
  expect(asked()).toMatchObject({ sortBy: 'createdAt', sortOrder: 'desc', offset: '0' });
  await userEvent.type(screen.getByRole('searchbox'), 'ann');
  await waitFor(() => expect(asked()).toMatchObject({ query: 'ann', offset: '0' }));
});

test('a list that cannot be read says why', async () => {
  const lacking = { name: 'NoAccessError', permissions: ['ADMIN'] };
  renderWith(<GroupsPage />, { 'GET /api/admin/search/groups': refusal(403, lacking) });

  expect((await screen.findByRole('alert')).textContent).toContain('ADMIN');
});

test('a group is created with its members', async () => {
  const { requests } = renderWith(<GroupsPage />, {
    ...users,
    'GET /api/admin/search/groups': { groups: [], total: 0 },
    'POST /api/admin/groups': {},
  });

  expect(await screen.findByText('Create one for people who have the same access.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create a group' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText(/^Name/), 'Team');
  await userEvent.click(form.getByRole('combobox', { name: 'Members' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Anna', hidden: true }));
  await userEvent.click(form.getByRole('button', { name: 'Create' }));

  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    ...{ name: 'Team', description: '', rootRole: null, mappingsSSO: [] },
    users: [{ user: { id: 5 } }],
  });
});

const permission = (name: string, type: string) => ({ id: 1, name, displayName: name, type });
const roles = {
  'GET /api/admin/roles': {
    roles: [
      { id: 1, name: 'Admin', type: 'root' },
      { id: 7, name: 'Releaser', type: 'custom' },
    ],
  },
  'GET /api/admin/roles/1': { id: 1, name: 'Admin', permissions: [permission('ADMIN', 'root')] },
  'GET /api/admin/roles/7': {
    ...{ id: 7, name: 'Releaser' },
    permissions: [
      { ...permission('UPDATE_FEATURE_ENVIRONMENT', 'environment'), environment: 'production' },
    ],
  },
  'GET /api/admin/permissions': {
    permissions: {
      root: [permission('ADMIN', 'root')],
      project: [permission('UPDATE_FEATURE', 'project')],
      environments: [
        {
          name: 'production',
          permissions: [permission('UPDATE_FEATURE_ENVIRONMENT', 'environment')],
        },
      ],
    },
  },
};

test('the matrix shows what each role allows, and where only', async () => {
  renderWith(<RolesPage />, roles);

  const row = await screen.findByRole('row', { name: /^UPDATE_FEATURE_ENVIRONMENT/ });
  const cells = within(row).getAllByRole('cell');
  expect(within(cells[0]!).getByLabelText('allowed')).toBeTruthy();
  expect(cells[1]!.textContent).toBe('✓in production');
  const other = screen.getByRole('row', { name: /^UPDATE_FEATURE / });
  expect(within(other).getByLabelText('not allowed')).toBeTruthy();
});

test('an edited role keeps what was granted, by environment', async () => {
  const { requests } = renderWith(<RolesPage />, { ...roles, 'PUT /api/admin/roles/7': {} });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.click(await form.findByRole('checkbox', { name: 'UPDATE_FEATURE' }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Releaser: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect((await sent?.json()).permissions).toEqual([
    { name: 'UPDATE_FEATURE' },
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
  ]);
});

test('a token of a service account is shown once', async () => {
  const account = { id: 9, name: 'Deployer', username: 'deployer', rootRole: 2, tokens: [] };
  const { requests } = renderWith(<ServiceAccountsPage />, {
    'GET /api/admin/service-account': { serviceAccounts: [account], rootRoles: ROOT_ROLES },
    'GET /api/admin/service-account/9/token': { pats: [] },
    'POST /api/admin/service-account/9/token': { id: 1, secret: 'user:abc' },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Tokens' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Create a token' }));
  await userEvent.type(await screen.findByLabelText(/^What for/), 'deploy');
  await userEvent.type(screen.getByLabelText(/^Expires/), '2999-01-31');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));

  expect((await screen.findByLabelText('Secret of the token')).textContent).toBe('user:abc');
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    description: 'deploy',
    expiresAt: new Date('2999-01-31T23:59:59').toISOString(),
  });
});

test('a federated credential is created with claims and a scope', async () => {
  const account = { id: 9, name: 'Deployer', username: 'deployer', rootRole: 2, tokens: [] };
  const PATH = '/api/admin/federated-credentials';
  const { requests } = renderWith(<FederatedCredentialsPage />, {
    [`GET ${PATH}`]: { federatedCredentials: [] },
    [`POST ${PATH}`]: {},
    'GET /api/admin/service-account': { serviceAccounts: [account], rootRoles: ROOT_ROLES },
    'GET /api/admin/environments': { version: 1, environments: [] },
    'GET /api/admin/projects': { version: 1, projects: [] },
  });

  const create = await screen.findAllByRole('button', { name: 'Create a federated credential' });
  await userEvent.click(create[0]!);
  await screen.findByRole('option', { name: 'Deployer' });
  const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
  await type(/^Name/, 'main');
  await type(/^Issuer/, 'https://gitlab.com');
  await type(/^Subject/, 'repo:acme/shop');
  await type(/^Further claims/, 'ref_protected=true');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));

  await waitFor(() => expect(requests.some(({ method }) => method === 'POST')).toBe(true));
  const sent = requests.find(({ method }) => method === 'POST');
  expect(await sent?.json()).toEqual({
    ...{ name: 'main', serviceAccountId: 9, issuer: 'https://gitlab.com' },
    ...{ audience: location.origin, subject: 'repo:acme/shop' },
    ...{ claims: { ref_protected: 'true' }, lifetimeMinutes: 15 },
  });
});

test('a federated credential is edited, except its service account', async () => {
  const PATH = '/api/admin/federated-credentials';
  const trust = { name: 'main', issuer: 'https://gitlab.com', audience: 'https://flags.acme.io' };
  const credential = {
    ...{ id: 3, ...trust, subject: 'project_path:acme/shop:ref_type:branch:ref:main' },
    ...{ claims: { ref_protected: 'true' }, lifetimeMinutes: 20 },
    scope: { readOnly: false, projects: ['shop'], environments: null },
    ...{ serviceAccountId: 9, serviceAccount: 'Deployer', tokens: 0, usedAt: null },
    createdAt: '2026-01-01T00:00:00Z',
  };
  const { requests } = renderWith(<FederatedCredentialsPage />, {
    [`GET ${PATH}`]: { federatedCredentials: [credential] },
    [`PUT ${PATH}/3`]: credential,
    'GET /api/admin/environments': { version: 1, environments: [] },
    'GET /api/admin/projects': { version: 1, projects: [{ id: 'shop', name: 'Shop' }] },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog'));
  expect(form.queryByLabelText('Service account')).toBeNull();
  await userEvent.type(form.getByLabelText(/^Further claims/), '{enter}ref_type=branch');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    ...{ ...trust, subject: credential.subject, lifetimeMinutes: 20 },
    ...{ claims: { ref_protected: 'true', ref_type: 'branch' }, scope: { projects: ['shop'] } },
  });
});

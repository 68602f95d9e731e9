import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { SignOnPage } from './sign-on-page';

const pathOf = (kind: string): string => `/api/admin/auth/${kind}/settings`;
const KINDS = ['simple', 'oidc', 'saml', 'security'];
const DIRECTORY = '/api/admin/scim-settings';
const provisioning = {
  ...{ enabled: false, autoCreate: false, enableGroupSyncing: false, defaultRootRoleId: 2 },
};
const oidc = {
  ...provisioning,
  discoverUrl: 'https://id.example.com',
  clientId: 'flags',
  secret: '*****',
  idTokenSigningAlgorithm: 'RS256',
  ...{ enableSingleSignOut: false, addGroupsScope: false, enablePkce: true },
};
const security = {
  secondFactorRequired: false,
  secondFactorRoles: [1],
  secondFactorAfterSso: false,
  confirmationMinutes: 15,
  idleMinutes: null,
};
const directory = {
  ...{ enabled: false, assumeControlOfExisting: false, defaultRootRoleId: 2 },
  ...{ hasToken: true, tokenCreatedAt: '2026-11-27T10:00:00.000Z', url: 'https://f/scim/v2' },
};
const roles = [
  { id: 1, name: 'Admin', type: 'root' },
  { id: 2, name: 'Editor', type: 'root' },
  { id: 4, name: 'Owner', type: 'project' },
];
const versioned = (body: object) => () =>
  new Response(JSON.stringify(body), {
    headers: { ETag: '"v1"', 'Content-Type': 'application/json' },
  });
const answers = (more: Answers = {}): Answers => ({
  [`GET ${pathOf('simple')}`]: versioned({ disabled: false }),
  [`GET ${pathOf('oidc')}`]: versioned(oidc),
  [`GET ${pathOf('saml')}`]: versioned(provisioning),
  [`GET ${pathOf('security')}`]: versioned(security),
  [`GET ${DIRECTORY}`]: versioned(directory),
  'GET /api/admin/roles': { roles },
  ...more,
});
const change = async (group: string): Promise<void> => {
  const section = within(await screen.findByRole('region', { name: group }));
  await userEvent.click(section.getByRole('button', { name: `Change: ${group}` }));
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('settings are shown in words, secrets only as set', async () => {
  renderWith(<SignOnPage />, answers());

  const section = within(await screen.findByRole('region', { name: 'OpenID Connect' }));
  expect(await section.findByText('https://id.example.com')).toBeTruthy();
  expect(section.getByText('set')).toBeTruthy();
  expect(await section.findByText('Editor')).toBeTruthy();
  expect(section.queryByText('*****')).toBeNull();
});

test('a change sends all settings and their version, and keeps the secret', async () => {
  const { requests } = renderWith(<SignOnPage />, answers({ [`POST ${pathOf('oidc')}`]: oidc }));

  await change('OpenID Connect');
  const id = await screen.findByLabelText('Client ID');
  await userEvent.clear(id);
  await userEvent.type(id, 'other');
  await press('Save');

  expect(await screen.findByText('OpenID Connect: the settings are saved.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(post.headers.get('If-Match')).toBe('"v1"');
  expect(await post.json()).toMatchObject({
    clientId: 'other',
    secret: '*****',
    enablePkce: true,
    defaultRootRoleId: 2,
    discoverUrl: 'https://id.example.com',
  });
});

test('numbers may be empty, roles are sent as numbers, and a refusal is told', async () => {
  const message = 'Set up a second factor of your own first.';
  const { requests } = renderWith(
    <SignOnPage />,
    answers({ [`POST ${pathOf('security')}`]: refusal(400, { message }) }),
  );

  await change('Sessions and second factors');
  await userEvent.click(await screen.findByLabelText('Everybody needs a second factor'));
  await press('Save');

  expect(await screen.findByText(message)).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(await post.json()).toEqual({ ...security, secondFactorRequired: true });
});

test('without the permission, the buttons name it', async () => {
  const me = { permissions: [] } as unknown as Me;
  renderWith(<SignOnPage />, answers(), me);

  await change('Password');

  expect(await screen.findByText(/UPDATE_AUTH_CONFIGURATION/)).toBeTruthy();
});

test('settings that may not be read are asked for once, and the page says why', async () => {
  const refused = () =>
    refusal(403, { message: 'You need the permission UPDATE_AUTH_CONFIGURATION.' });
  const { requests } = renderWith(
    <SignOnPage />,
    answers(
      Object.fromEntries([...KINDS.map(pathOf), DIRECTORY].map((path) => [`GET ${path}`, refused])),
    ),
  );

  expect(await screen.findAllByRole('alert')).toHaveLength(5);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(requests.filter(({ url }) => url.endsWith('settings'))).toHaveLength(5);
});

test('a directory is switched on, and its token is shown once', async () => {
  const { requests } = renderWith(
    <SignOnPage />,
    answers({
      [`POST ${DIRECTORY}`]: directory,
      [`POST ${DIRECTORY}/generate-new-token`]: { token: 'secret-of-the-directory' },
    }),
  );

  expect(await screen.findByText('https://f/scim/v2')).toBeTruthy();
  await change('Directory (SCIM)');
  await userEvent.click(await screen.findByLabelText('A directory manages users and groups'));
  await press('Save');
  expect(await screen.findByText('Directory (SCIM): the settings are saved.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(post.headers.get('If-Match')).toBe('"v1"');
  expect(await post.json()).toEqual({
    ...{ enabled: true, assumeControlOfExisting: false, defaultRootRoleId: 2 },
  });

  await press('Generate token');
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate token' }));
  expect(dialog.getByText(/the one so far works no more/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Generate token' }));
  expect(await screen.findByText('secret-of-the-directory')).toBeTruthy();
});

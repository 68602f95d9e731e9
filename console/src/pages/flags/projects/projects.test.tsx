import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { AccessPage } from './one/access-page';
import { SettingsPage } from './one/settings-page';
import { ProjectsPage } from './projects-page';

const overview = {
  ...{ name: 'Shop', description: 'Sells', mode: 'open', defaultStickiness: 'default' },
  ...{ featureLimit: null, archivedAt: null, environments: [] },
  featureNaming: { pattern: null, example: null, description: null },
};
const PATH = '/api/admin/projects/shop';
const nothing = { count: 0, names: [] };
const impact = {
  ...{ features: { count: 2, names: ['cart', 'search'] }, segments: nothing },
  ...{ applications: nothing, dependents: nothing, strategies: 3, connections: 0 },
  evaluations: { since: '2026-01-01T00:00:00Z', yes: 0, no: 0, variants: [] },
  schedules: { count: 0, next: [] },
};
const answers = {
  [`GET ${PATH}/overview`]: overview,
  [`GET ${PATH}/guard`]: () => new Response('{"guard":"none"}', { headers: { ETag: 'W/"7"' } }),
  [`GET ${PATH}/change-requests/config`]: [
    {
      ...{ environment: 'production', type: 'production' },
      ...{ changeRequestEnabled: false, requiredApprovals: null },
    },
  ],
  [`GET ${PATH}/context`]: () => refusal(200, []),
  [`GET ${PATH}/confirmation`]: { inProduction: 'never' },
  'GET /api/admin/context': [],
};
const settings = <SettingsPage params={{ project: 'shop' }} />;
const editGeneral = async (): Promise<HTMLElement> => {
  const [edit] = await screen.findAllByRole('button', { name: 'Edit' });
  await userEvent.click(edit!);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByDisplayValue('Shop');
  return dialog;
};

test('projects are listed, and without the permission none is created', async () => {
  const me = { permissions: [] } as unknown as Me;
  const listed = {
    ...{ id: 'shop', name: 'Shop', mode: 'open', featureCount: 3, memberCount: 2 },
    ...{ health: 100, lastUpdatedAt: null },
  };
  renderWith(<ProjectsPage />, { 'GET /api/admin/projects': { projects: [listed] } }, me);

  const link = await screen.findByRole('link', { name: 'Shop' });
  expect(link.getAttribute('href')).toBe('/projects/shop');
  const create = screen.getByRole('button', { name: 'Create a project' });
  expect(create.title).toContain('CREATE_PROJECT');
});

test('settings are sent as filled in', async () => {
  const { requests } = renderWith(settings, { ...answers, [`PUT ${PATH}`]: {} });
  const form = within(await editGeneral());

  await userEvent.type(form.getByLabelText(/^Name/), ' 2');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('General: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({
    ...{ name: 'Shop 2', description: 'Sells', mode: 'open' },
    ...{ defaultStickiness: 'default', featureLimit: null },
  });
});

test('settings that somebody else has changed are not overwritten', async () => {
  let now: object = overview;
  const current = { ...answers, [`GET ${PATH}/overview`]: () => now };
  const { requests } = renderWith(settings, current);
  const form = within(await editGeneral());

  now = { ...overview, name: 'Store' };
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody has changed this');
  await userEvent.click(screen.getByRole('button', { name: 'Show the current version' }));

  expect(await within(screen.getByRole('dialog')).findByDisplayValue('Store')).toBeTruthy();
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
});

test('the guard is set with the version that was read', async () => {
  const guard = new Response('{"guard":"none"}', { headers: { ETag: 'W/"7"' } });
  const { requests } = renderWith(settings, {
    ...answers,
    [`GET ${PATH}/guard`]: () => guard.clone(),
    [`PUT ${PATH}/guard`]: { guard: 'block' },
  });

  await userEvent.selectOptions(await screen.findByLabelText('Guard'), 'block');

  expect(await screen.findByText('Guard: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(sent?.headers.get('If-Match')).toBe('W/"7"');
  expect(await sent?.json()).toEqual({ guard: 'block' });
});

test('approvals are required by environment', async () => {
  const config = `${PATH}/environments/production/change-requests/config`;
  const { requests } = renderWith(settings, { ...answers, [`PUT ${config}`]: {} });

  await userEvent.selectOptions(await screen.findByLabelText('production'), '2 approvals');

  expect(await screen.findByText('Approvals in production: saved.')).toBeTruthy();
  const sent = requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({ changeRequestsEnabled: true, requiredApprovals: 2 });
});

test('a project is deleted after a preview, when its id is typed', async () => {
  const { requests } = renderWith(settings, {
    ...answers,
    [`DELETE ${PATH}`]: { dryRun: true, impact },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Delete the project' }));
  expect(await screen.findByText('2: cart, search')).toBeTruthy();
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Shop' });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type shop to confirm'), 'shop');
  await userEvent.click(confirm);

  expect(await screen.findByText('The project Shop is deleted.')).toBeTruthy();
  const sent = requests.filter(({ method }) => method === 'DELETE');
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?dryRun=true', '']);
  expect(sent.at(-1)?.headers.get('If-Match')).toBe('W/"7"');
});

test('access shows users with their roles, and removes them by name', async () => {
  const holder = { id: 5, name: 'Anna', email: 'a@example.org', roles: [4], addedAt: null };
  const access = { users: [holder], groups: [], roles: [{ id: 4, name: 'Owner' }] };
  renderWith(<AccessPage params={{ project: 'shop' }} />, {
    ...answers,
    [`GET ${PATH}/access`]: access,
    [`DELETE ${PATH}/users/5/roles`]: {},
  });

  expect(await screen.findByRole('cell', { name: 'Owner' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the access of Anna' }));

  expect(await screen.findByText('The access of Anna is removed.')).toBeTruthy();
});

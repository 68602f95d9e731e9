import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answers, refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { IntegrationPage } from './integration-page';
import { IntegrationsPage } from './integrations-page';

const ADDONS = '/api/admin/addons';
const parameter = (name: string, sensitive: boolean) => ({
  ...{ name, sensitive, displayName: name, description: `The ${name}.` },
  type: 'text',
  required: false,
});
const provider = {
  ...{ name: 'webhook', displayName: 'Webhook', howTo: 'Events are sent.', description: '' },
  documentationUrl: 'https://example.com',
  parameters: [parameter('contentType', false), parameter('authorization', true)],
  events: ['feature-created', 'feature-archived'],
};
const addon = {
  ...{ id: 5, provider: 'webhook', description: 'deploys', enabled: true },
  parameters: { contentType: 'text/plain', authorization: '*****' },
  events: ['feature-created'],
  projects: ['*'],
  environments: ['*'],
};
const answers = (more: Answers = {}): Answers => ({
  [`GET ${ADDONS}`]: { addons: [addon], providers: [provider] },
  [`GET ${ADDONS}/5`]: () =>
    new Response(JSON.stringify(addon), {
      headers: { ETag: '"v1"', 'Content-Type': 'application/json' },
    }),
  'GET /api/admin/projects': { projects: [] },
  'GET /api/admin/environments': { environments: [] },
  ...more,
});
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('changing an integration keeps its secrets, and sends its version', async () => {
  const { requests } = renderWith(<IntegrationsPage />, answers({ [`PUT ${ADDONS}/5`]: addon }));

  await screen.findByRole('link', { name: 'deploys' });
  await press('Edit');
  const description = await screen.findByLabelText('Description');
  await userEvent.clear(description);
  await userEvent.type(description, 'releases');
  await press('Save');

  expect(await screen.findByText('The integration is saved.')).toBeTruthy();
  const put = requests.find(({ method }) => method === 'PUT')!;
  expect(put.headers.get('If-Match')).toBe('"v1"');
  expect(await put.json()).toEqual({
    ...{ provider: 'webhook', description: 'releases', enabled: true },
    parameters: { contentType: 'text/plain', authorization: '*****' },
    events: ['feature-created'],
    projects: [],
    environments: [],
  });
});

test('a change of somebody else is not overwritten, but shown', async () => {
  const conflict = refusal(412, { name: 'PreconditionFailedError', message: 'Changed.' });
  renderWith(<IntegrationsPage />, answers({ [`PUT ${ADDONS}/5`]: () => conflict }));

  await screen.findByRole('link', { name: 'deploys' });
  await press('Edit');
  await screen.findByLabelText('Description');
  await press('Save');

  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('button', { name: 'Show the current version' })).toBeTruthy();
});

test('a refused test message says why', async () => {
  renderWith(
    <IntegrationPage params={{ id: '5' }} />,
    answers({
      [`GET ${ADDONS}/5/events`]: { integrationEvents: [] },
      [`POST ${ADDONS}/5/test`]: { state: 'failed', status: 500, stateDetails: 'It refused.' },
    }),
  );

  expect(await screen.findByText('Nothing was delivered yet')).toBeTruthy();
  await press('Send a test message');

  expect((await screen.findByRole('alert')).textContent).toContain('It refused. HTTP status 500.');
});

test('an integration that gave up the newest delivery says so', async () => {
  renderWith(<IntegrationsPage />, {
    ...answers(),
    'GET /api/admin/addons/5/events': { integrationEvents: [{ id: 9, state: 'failed' }] },
  });

  expect(await screen.findByText('gave up the newest delivery')).toBeTruthy();
});

test('without the permission, the buttons name it and send nothing', async () => {
  const { requests } = renderWith(<IntegrationsPage />, answers(), {
    permissions: [],
  } as unknown as Me);

  await screen.findByRole('link', { name: 'deploys' });
  await press('More actions of deploys');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));

  expect(await screen.findByText(/DELETE_ADDON/)).toBeTruthy();
  expect(requests.every(({ method }) => method === 'GET')).toBe(true);
});

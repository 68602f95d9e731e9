import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { ApplicationPage } from './application-page';
import { ApplicationsPage } from './applications-page';
import { EdgesPage } from './edges-page';
import { OutdatedSdksPage, UnknownFeaturesPage } from './sdk-pages';

const LIST = 'GET /api/admin/metrics/applications';
const AT = '2026-11-22T23:54:00.315Z';
const page = <ApplicationPage params={{ application: 'shop' }} />;
const ONE = {
  [`${LIST}/shop`]: {
    ...{ appName: 'shop', description: 'The shop', usage: [], strategies: [] },
    instances: [
      { instanceId: 'pod-1', environment: 'production', sdkVersion: 'node:6', lastSeen: AT },
    ],
    seenToggles: [
      { name: 'checkout', project: 'default', archived: false, lastSeenAt: AT },
      { name: 'gone', notFound: true },
    ],
  },
  [`${LIST}/shop/overview`]: {
    ...{ featureCount: 1, projects: ['default'], issues: { missingStrategies: ['byMoon'] } },
    environments: [
      {
        ...{ name: 'production', instanceCount: 1, sdks: ['node:6'], lastSeen: AT },
        issues: { missingFeatures: ['gone'], outdatedSdks: ['node:3'] },
      },
    ],
  },
};

beforeEach(() => window.history.replaceState(null, '', '/applications'));

test('lists applications with the projects and environments of their tokens', async () => {
  window.history.replaceState(null, '', '/applications?q=sh&page=2');
  const usage = [{ project: '*', environments: ['production'] }];
  const { requests } = renderWith(<ApplicationsPage />, {
    [LIST]: { total: 51, applications: [{ appName: 'shop', usage, lastSeen: AT }] },
  });

  expect(await screen.findByRole('link', { name: 'shop' })).toBeTruthy();
  expect(screen.getByText('all projects: production')).toBeTruthy();
  expect(Object.fromEntries(new URL(requests[0]!.url).searchParams)).toEqual({
    ...{ query: 'sh', limit: '50', offset: '50' },
  });
});

test('without applications the next step is explained, and failures are told', async () => {
  const { unmount } = renderWith(<ApplicationsPage />, { [LIST]: { total: 0, applications: [] } });
  expect(await screen.findByText(/Create an API token/)).toBeTruthy();
  unmount();
  renderWith(<ApplicationsPage />, { [LIST]: refusal(400, { message: 'No.' }) });
  expect(await screen.findByText('No.')).toBeTruthy();
});

test('an application shows problems, instances and features', async () => {
  renderWith(page, ONE);

  expect(await screen.findByText(/strategies that are not defined here: byMoon/)).toBeTruthy();
  expect(screen.getByText(/outdated SDKs: node:3/)).toBeTruthy();
  expect(screen.getByText('pod-1')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'checkout' })).toBeTruthy();
  expect(screen.getByText('gone (does not exist)')).toBeTruthy();
});

test('an application is deleted only after its name was typed', async () => {
  const { requests } = renderWith(page, {
    ...ONE,
    'DELETE /api/admin/metrics/applications/shop': {},
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }));
  const confirm = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Delete application',
  });
  expect(confirm.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Type shop to confirm'), 'shop');
  await waitFor(() => expect(confirm.disabled).toBe(false));
  await userEvent.click(confirm);

  expect(await screen.findByText('shop is deleted.')).toBeTruthy();
  const [sent] = requests.filter(({ method }) => method === 'DELETE');
  expect(sent?.headers.has('If-Match')).toBe(true);
});

test('without the permission deleting is disabled, and the permission is named', async () => {
  renderWith(page, ONE, { permissions: [] } as unknown as Me);
  const button = await screen.findByRole('button', { name: 'Delete…' });
  expect(button.getAttribute('title')).toContain('UPDATE_APPLICATION');
});

test('outdated SDKs and unknown features name the applications', async () => {
  const { unmount } = renderWith(<OutdatedSdksPage />, {
    'GET /api/admin/metrics/sdks/outdated': {
      sdks: [{ sdkVersion: 'node:3', applications: ['shop'] }],
    },
  });
  expect(await screen.findByRole('link', { name: 'shop' })).toBeTruthy();
  unmount();
  const environments = [{ environment: 'production', seenAt: AT }];
  renderWith(<UnknownFeaturesPage />, {
    'GET /api/admin/metrics/unknown-flags': {
      unknownFlags: [
        {
          name: 'chekout',
          lastSeenAt: AT,
          lastEventAt: null,
          reports: [{ appName: 'shop', environments }],
        },
      ],
    },
  });
  expect(await screen.findByText('chekout')).toBeTruthy();
  expect(screen.getByText(/production/)).toBeTruthy();
});

test('edges are listed with where they run and what they answer', async () => {
  const edge = {
    ...{ identifier: 'edge-1', appName: 'edge', environment: 'production', edgeVersion: '19.6.0' },
    ...{ region: 'eu-1', hosting: null, upstream: 'edge-0', started: AT, reportedAt: AT },
    ...{ cpuUsage: null, memoryUsage: null, connectedStreamingClients: 7, latencyUpstream: {} },
    requests: { get: 1200, post: 3, accessDenied: 2, cached: 0 },
  };
  renderWith(<EdgesPage />, { 'GET /api/admin/metrics/edges': { total: 1, edges: [edge] } });

  expect(await screen.findByText('edge · behind edge-0')).toBeTruthy();
  expect(screen.getByText('eu-1')).toBeTruthy();
  expect(screen.getByText('1,200 GET, 3 POST, 2 refused')).toBeTruthy();
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderWith } from '../../../../test/support/render';
import type { Me } from '../../../app/session/me';
import { InstancePage } from './instance-page';
import { MaintenancePage } from './maintenance-page';

const MAINTENANCE = '/api/admin/maintenance';
const off = { enabled: false, reason: null, refuseTurningOff: false };
const versioned = (body: object) => () =>
  new Response(JSON.stringify(body), {
    headers: { ETag: '"m1"', 'Content-Type': 'application/json' },
  });
const NOW = new Date().toISOString();
const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name }).at(-1)!);

test('maintenance mode is turned on with a reason, in the version that was seen', async () => {
  const { requests } = renderWith(<MaintenancePage />, {
    [`GET ${MAINTENANCE}`]: versioned(off),
    [`POST ${MAINTENANCE}`]: {},
  });

  await screen.findByText('off');
  await press('Turn on maintenance mode');
  await userEvent.type(await screen.findByLabelText('Reason'), 'Moving house');
  await press('Turn on maintenance mode');

  expect(await screen.findByText('Maintenance mode is on.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(post.headers.get('If-Match')).toBe('"m1"');
  expect(await post.json()).toEqual({
    enabled: true,
    reason: 'Moving house',
    refuseTurningOff: false,
  });
});

test('somebody without the permission is told which one', async () => {
  const body = { name: 'NoAccessError', message: 'No.', permissions: ['ADMIN'] };
  renderWith(<MaintenancePage />, { [`GET ${MAINTENANCE}`]: refusal(403, body) }, {
    permissions: [],
  } as unknown as Me);

  expect(await screen.findByText('You need the permission ADMIN for this.')).toBeTruthy();
});

test('origins are sent as a list, limits are told in words, and a failed drill says what failed', async () => {
  const resourceLimits = {
    ...{ segmentValues: 1000, strategySegments: 5, featureEnvironmentStrategies: 30 },
    ...{ constraints: 30, constraintValues: 250, environments: 2_147_483_647 },
    ...{ projects: 2_147_483_647, apiTokens: 2_147_483_647, segments: 2_147_483_647 },
    featureFlags: 2_147_483_647,
  };
  const { requests } = renderWith(<InstancePage />, {
    'GET /api/admin/ui-config': {
      ...{ name: 'Flags', version: '1.2.3', unleashUrl: 'http://localhost', environment: '' },
      ...{ flags: { embedProxy: true }, signInMethods: ['password'], emailEnabled: false },
      ...{ frontendApiOrigins: ['*'], maxSessionsCount: 20, resourceLimits },
      versionInfo: { instanceId: 'i-1' },
    },
    'GET /api/admin/instance-admin/drill': {
      ...{
        enabled: true,
        healthy: false,
        lastDrillAt: NOW,
        lastSuccessAt: NOW,
        milliseconds: null,
      },
      ...{ p50: 12, p99: 140, instances: [{ name: 'flags-1:4242' }, { name: 'flags-2:4242' }] },
      budget: { drills: 2880, inTime: 2879, left: 0.65 },
      broken: [{ part: 'replica', where: 'standby:5432', reason: 'It is 9 s behind.' }],
    },
    'POST /api/admin/ui-config/cors': {},
  });

  expect(await screen.findByText('1.2.3')).toBeTruthy();
  expect(screen.getAllByText('no limit')).toHaveLength(5);
  expect(await screen.findByText('replica on standby:5432')).toBeTruthy();
  expect(screen.getByText('Not everybody had the last switch in time')).toBeTruthy();
  expect(screen.getByText('flags-1:4242, flags-2:4242')).toBeTruthy();
  expect(
    screen.getByText('1 drill of 2,880 too late this month, 65% of the budget left'),
  ).toBeTruthy();
  await press('Change the origins');
  const field = await screen.findByLabelText('Origins');
  await userEvent.clear(field);
  await userEvent.type(field, 'https://a.example{enter}https://b.example');
  await press('Save');

  expect(await screen.findByText('The origins are saved.')).toBeTruthy();
  const post = requests.find(({ method }) => method === 'POST')!;
  expect(await post.json()).toEqual({
    frontendApiOrigins: ['https://a.example', 'https://b.example'],
  });
});

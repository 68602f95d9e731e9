import { Unleash, type UnleashConfig } from 'unleash-client';
import { DeliveryWriter } from '../../../../src/serving/sdk-api/streaming/delivery-writer.js';
import { SdkConnections } from '../../../../src/serving/sdk-api/delivery/sdk-connections.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';
import { endSdk } from '../../../support/sdk.js';
import { type Body, stranger } from './support.js';

let service: TestService;
let beside: TestService;
const sdks: Unleash[] = [];
beforeAll(async () => {
  service = await TestService.start();
  beside = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '3600' });
});
afterEach(async () => {
  sdks.splice(0).forEach(endSdk);
  await service.sql('DELETE FROM sdk_connection');
});
afterAll(async () => {
  await beside.stop();
  await service.stop();
});

type Mode = UnleashConfig['experimentalMode'];
const STREAMING: Mode = { type: 'streaming' };
const POLLING: Mode = { type: 'polling', format: 'full' };
const DELTA: Mode = { type: 'polling', format: 'delta' };

/** Starts an SDK that has received everything. */
async function sdk(
  appName: string,
  experimentalMode: Mode,
  refreshInterval: number,
  of = service,
  token = CLIENT_TOKEN,
): Promise<Unleash> {
  const started = new Unleash({
    appName,
    instanceId: `${appName}-1`,
    url: `${of.url}/api/`,
    customHeaders: { Authorization: token },
    experimentalMode,
    refreshInterval,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  sdks.push(started);
  started.on('error', () => undefined);
  await new Promise((resolve) => started.once('synchronized', resolve));
  return started;
}

const path = (feature: string, environment = 'development'): string =>
  `${at(feature, environment)}/delivery`;
const off = (feature: string) => service.api.post(`${at(feature, 'development')}/off`).expect(200);

/** The delivery after everything that the instances know was stored. */
async function delivery(feature: string): Promise<Body> {
  for (const one of [service, beside])
    await one.service.app.get(DeliveryWriter, { strict: false }).write();
  return (await service.api.get(path(feature)).expect(200)).body;
}

const pendingOf = ({ pending }: Body): string[] => pending.map((one: Body) => one.appName).sort();

test('without SDKs nothing is delivered to anybody', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const [event] = await service.sql<{ id: string; created_at: Date }>(
    'SELECT id, created_at FROM event WHERE feature_name = $1 ORDER BY id DESC LIMIT 1',
    [feature],
  );
  const { changedAt, ...rest } = await delivery(feature);
  expect(rest).toEqual({
    feature,
    environment: 'development',
    eventId: Number(event!.id),
    connected: 0,
    delivered: 0,
    applications: [],
    pending: [],
  });
  expect(new Date(changedAt)).toEqual(event!.created_at);
});

test('SDKs that ask for other names or tags only are not told of the feature, and do not count', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  await service.api
    .post(`/api/admin/features/${feature}/tags`, { type: 'simple', value: 'delivered' })
    .expect(201);
  const asks = async (appName: string, query: string): Promise<void> => {
    const headers = { Authorization: CLIENT_TOKEN, 'Unleash-AppName': appName };
    const answer = await fetch(`${service.url}/api/client/features?${query}`, { headers });
    await answer.text();
  };
  await asks('begins-so', `namePrefix=${feature.slice(0, 9)}`);
  await asks('begins-otherwise', 'namePrefix=FEATURE');
  await asks('with-the-tag', 'tag=simple:delivered&tag=simple:other');
  await asks('with-another-tag', 'tag=simple:other');
  await asks('with-the-tag-begins-otherwise', 'tag=simple:delivered&namePrefix=other');

  expect(await delivery(feature)).toMatchObject({ connected: 2, delivered: 2 });
  await off(feature);
  expect(pendingOf(await delivery(feature))).toEqual(['begins-so', 'with-the-tag']);
});

test('a tag only has to be delivered to SDKs that ask for features with tags', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const asks = async (appName: string, query: string): Promise<void> => {
    const headers = { Authorization: CLIENT_TOKEN, 'Unleash-AppName': appName };
    const answer = await fetch(`${service.url}/api/client/features?${query}`, { headers });
    await answer.text();
  };
  const tag = (value: string) =>
    service.api.post(`/api/admin/features/${feature}/tags`, { type: 'simple', value }).expect(201);
  await service.sql('DELETE FROM sdk_connection WHERE tags IS NOT NULL');
  await asks('untagged', `namePrefix=${feature}`);
  const before = await delivery(feature);
  expect(pendingOf(before)).toEqual([]);
  await tag('first');
  expect(await delivery(feature)).toEqual(before);
  await asks('tagged', `namePrefix=${feature}&tag=simple:first`);
  await tag('second');
  const after = await delivery(feature);
  expect(after.eventId).toBeGreaterThan(before.eventId);
  expect(pendingOf(after)).toEqual(['tagged']);
});

test('streams and polls of two instances are told of, and whoever has not fetched is named', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const slow = await sdk('slow', POLLING, 600_000, beside);
  await Promise.all([
    sdk('streams-here', STREAMING, 600_000),
    sdk('streams-there', STREAMING, 600_000, beside),
    sdk('polls-here', POLLING, 1_000),
    sdk('polls-there', DELTA, 1_000, beside),
  ]);
  expect(await delivery(feature)).toMatchObject({ connected: 5, delivered: 5, pending: [] });

  await off(feature);
  const told = await eventually(
    () => delivery(feature),
    ({ delivered }) => delivered === 4,
  );
  expect(told.connected).toBe(5);
  expect(told.applications).toEqual(
    ['slow', 'polls-here', 'polls-there', 'streams-here', 'streams-there'].map((appName) => ({
      ...{ appName, connected: 1, delivered: appName === 'slow' ? 0 : 1 },
    })),
  );
  expect(told.pending).toEqual([
    {
      appName: 'slow',
      instanceId: 'slow-1',
      sdkVersion: expect.stringMatching(/^unleash-node-sdk:/),
      mode: 'polling',
      lastFetchedAt: expect.any(String),
    },
  ]);
  expect(new Date(told.pending[0].lastFetchedAt).getTime()).toBeLessThan(
    new Date(told.changedAt).getTime(),
  );
  expect(slow.isEnabled(feature)).toBe(true);
});

test('nobody is told to have what has not been sent', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  await sdk('waits', POLLING, 600_000);
  await sdk('streams', STREAMING, 600_000);
  const client = await stranger(service);
  try {
    await client.begin();
    await client.switch(feature, false);
    const earlier = await delivery(feature);
    await service.api
      .patch(at(await service.given.feature()), [
        { op: 'replace', path: '/description', value: 'later' },
      ])
      .expect(200);
    await eventually(
      () => delivery(feature),
      ({ delivered }) => delivered === 2,
    );
    expect(earlier.eventId).toBe((await delivery(feature)).eventId);
    // The instance does not know of the commit until it reads, so it has sent nothing.
    await client.commit();
    const right = await delivery(feature);
    expect(pendingOf(right)).toContain('waits');
    const end = await eventually(
      () => delivery(feature),
      ({ delivered }) => delivered === 1,
    );
    expect(pendingOf(end)).toEqual(['waits']);
  } finally {
    await client.end();
  }
});

test('a 304 tells that an SDK has what there is', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const polls = await sdk('polls', POLLING, 1_000);
  await off(feature);
  await service.api.post(`${at(feature, 'development')}/on`).expect(200);
  await new Promise((resolve) => polls.once('unchanged', resolve));
  expect(
    await eventually(
      () => delivery(feature),
      (told) => told.delivered === 1,
    ),
  ).toMatchObject({ connected: 1, pending: [] });
});

test('an SDK that has stopped is not waited for', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const [streams, polls] = [
    await sdk('streams', STREAMING, 600_000),
    await sdk('polls', POLLING, 1_000),
  ];
  expect((await delivery(feature)).connected).toBe(2);
  streams.destroy();
  polls.destroy();
  await eventually(
    () => delivery(feature),
    ({ connected }) => connected === 1,
  );
  // Twice its interval, plus the delay until instances see the record.
  await service.sql(`UPDATE sdk_connection SET expires_at = expires_at - interval '7 seconds'`);
  const none = await eventually(
    () => delivery(feature),
    ({ connected }) => connected === 0,
  );
  expect(none).toMatchObject({ delivered: 0, pending: [] });
});

test('SDKs of other projects and environments are none of them', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const project = await service.given.project();
  const asked = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: [project],
  };
  const { secret } = (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body;
  await sdk('elsewhere', STREAMING, 600_000, service, secret);
  await sdk('everywhere', POLLING, 600_000);
  expect(await delivery(feature)).toMatchObject({ connected: 1, delivered: 1 });
  expect((await service.api.get(path(feature, 'production')).expect(200)).body.connected).toBe(0);
});

test('unknown features are 404, and the delivery of archived ones can still be read', async () => {
  const feature = await service.given.feature();
  await service.api.get(path('nothing')).expect(404);
  await service.api.get(path(feature, 'nowhere')).expect(404);
  await service.api
    .get(`/api/admin/projects/elsewhere/features/${feature}/environments/development/delivery`)
    .expect(404);
  await service.api.as({ token: CLIENT_TOKEN }).get(path(feature)).expect(403);
  await service.api.delete(at(feature)).expect(202);
  await service.api.as({ token: ADMIN_TOKEN }).get(path(feature)).expect(200);
});

test.each([
  ['UTF-8', Buffer.from('bücher 😀').toString('latin1'), 'bücher 😀'],
  ['Latin 1', 'bücher', 'bücher'],
  ['UTF-8, and far too long', Buffer.from('😀'.repeat(300)).toString('latin1'), '😀'.repeat(127)],
])('names of applications may be in %s', async (_, sent, read) => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  await fetch(`${service.url}/api/client/features`, {
    headers: { Authorization: CLIENT_TOKEN, 'Unleash-AppName': sent },
  });
  await delivery(feature);
  await off(feature);

  expect(pendingOf(await delivery(feature))).toEqual([read]);
});

test('SDKs beyond what an instance keeps in mind are counted', async () => {
  const connections = new SdkConnections();
  const [at, place] = [
    performance.now(),
    { environment: 'nosuch', projects: null, hidden: [], namePrefix: '', tags: null },
  ];
  const see = (instanceId: string): void => {
    const seen = {
      appName: 'many',
      instanceId,
      connectionId: '',
      sdkVersion: null,
      pollSeconds: undefined,
    };
    connections.note({ ...place, sdk: seen, mode: 'polling', horizon: '1:1:', at, until: at });
  };
  for (let n = 0; n < 20_000; n++) see(`${n}`);
  expect(connections.dropped).toBe(0);
  for (const instanceId of ['0', 'another']) see(instanceId);
  expect(connections.dropped).toBe(1);

  service.service.app.get(SdkConnections, { strict: false }).dropped += 3;
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  expect(text).toMatch(/^client_deliveries_passed_over_total 3$/m);
});

import type { Api } from '../../../support/api.js';
import { person, signedIn } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { FRONTEND_TOKEN, TestService } from '../../../support/service.js';

const CONFIG = '/api/admin/ui-config';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const as = async (rootRole: string): Promise<Api> =>
  signedIn(service, (await person(service, { rootRole })).username);

const allowedFor = async (origin: string): Promise<string | null> => {
  const answer = await fetch(`${service.url}/api/frontend`, {
    headers: { origin, authorization: FRONTEND_TOKEN },
  });
  return answer.headers.get('access-control-allow-origin');
};

test('tells version, limits, ways to sign in and what is switched on', async () => {
  const viewer = await as('Viewer');
  const { body } = await viewer.get(CONFIG).expect(200);
  expect(body).toMatchObject({
    environment: 'Open Source',
    baseUriPath: '',
    authenticationType: 'open-source',
    signInMethods: ['password'],
    disablePasswordAuth: false,
    emailEnabled: false,
    maintenanceMode: false,
    frontendApiOrigins: ['*'],
    segmentValuesLimit: 1000,
    strategySegmentsLimit: 5,
  });
  expect(body.resourceLimits).toMatchObject({
    featureEnvironmentStrategies: 30,
    constraints: 30,
    constraintValues: 250,
    releaseTemplates: 200,
  });
  expect(body.versionInfo.current.oss).toBe(body.version);
  const { body: statistics } = await service.api
    .get('/api/admin/instance-admin/statistics')
    .expect(200);
  expect(body.versionInfo.instanceId).toBe(statistics.instanceId);
  expect(body.flags).toEqual({
    ...{ embedProxy: true, embedProxyFrontend: true, deltaApi: true, streaming: true },
    ...{ releasePlans: true, granularAdminPermissions: true },
  });
  await service.api.as().get(CONFIG).expect(401);
});

test('tells that maintenance mode is on', async () => {
  await service.api.post('/api/admin/maintenance', { enabled: true }).expect(204);
  expect((await service.api.get(CONFIG).expect(200)).body.maintenanceMode).toBe(true);
  await service.api.post('/api/admin/maintenance', { enabled: false }).expect(204);
});

test('origins of the frontend API are set, and hold at once', async () => {
  const [shop, other] = ['https://shop.example.com', 'https://other.example.com'];
  expect(await allowedFor(other)).toBe('*');
  const recorded = await recorder(service);
  await service.api.post(`${CONFIG}/cors`, { frontendApiOrigins: [shop, shop] }).expect(204);
  expect(await recorded()).toEqual([
    event('setting-created', { data: { id: 'unleash.frontend', frontendApiOrigins: [shop] } }),
  ]);
  expect((await service.api.get(CONFIG).expect(200)).body.frontendApiOrigins).toEqual([shop]);
  expect(await allowedFor(shop)).toBe(shop);
  expect(await allowedFor(other)).toBeNull();

  const frontendSettings = { frontendApiOrigins: [other] };
  await service.api.post(CONFIG, { frontendSettings }).expect(204);
  expect(await allowedFor(other)).toBe(other);
  await service.api.post(`${CONFIG}/cors`, {}).expect(204);
  expect(await allowedFor(shop)).toBe('*');
});

test('origins of the setting add to those of the environment', async () => {
  const fixed = await TestService.start({
    UNLEASH_FRONTEND_API_ORIGINS: 'https://fixed.example.com',
  });
  await fixed.api
    .post(`${CONFIG}/cors`, { frontendApiOrigins: ['https://more.example.com'] })
    .expect(204);
  const { body } = await fixed.api.get(CONFIG).expect(200);
  expect(body.frontendApiOrigins).toEqual([
    'https://fixed.example.com',
    'https://more.example.com',
  ]);
  await fixed.stop();
});

test('invalid origins and callers without the permission are refused, and nothing changes', async () => {
  const editor = await as('Editor');
  const before = (await service.api.get(CONFIG).expect(200)).body.frontendApiOrigins;
  const recorded = await recorder(service);
  for (const origin of [
    'shop.example.com',
    'https://a.example.com/path',
    'https://*.example.com',
  ]) {
    const { body } = await service.api
      .post(`${CONFIG}/cors`, { frontendApiOrigins: ['*', origin] })
      .expect(400);
    expect(body.details[0].path).toBe('/body/frontendApiOrigins/1');
  }
  await service.api.post(CONFIG, {}).expect(404);
  await service.api.post(CONFIG, { frontendSettings: {} }).expect(400);
  await editor.post(`${CONFIG}/cors`, { frontendApiOrigins: [] }).expect(403);
  await editor.post(CONFIG, { frontendSettings: { frontendApiOrigins: [] } }).expect(403);
  expect((await service.api.get(CONFIG).expect(200)).body.frontendApiOrigins).toEqual(before);
  expect(await recorded()).toEqual([]);
});

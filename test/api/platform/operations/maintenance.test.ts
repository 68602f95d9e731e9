import { type Api, at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { person, signedIn } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

const MAINTENANCE = '/api/admin/maintenance';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterEach(() => service.api.post(MAINTENANCE, { enabled: false }).expect(204));
afterAll(() => service.stop());

const as = async (rootRole: string): Promise<Api> =>
  signedIn(service, (await person(service, { rootRole })).username);

const turn = (enabled: boolean, more: object = {}) =>
  service.api.post(MAINTENANCE, { enabled, ...more });

test('is off at first, and is turned on and off with an event each', async () => {
  const off = { enabled: false, reason: null, refuseTurningOff: false };
  expect((await service.api.get(MAINTENANCE).expect(200)).body).toEqual(off);

  const recorded = await recorder(service);
  expect((await turn(true, { reason: 'Moving house' }).expect(204)).text).toBe('');
  const on = { enabled: true, reason: 'Moving house', refuseTurningOff: false };
  expect((await service.api.get(MAINTENANCE).expect(200)).body).toEqual(on);
  await turn(true, { reason: 'Moving house' }).expect(204);
  await turn(false).expect(204);
  const id = 'maintenance.mode';
  expect(await recorded()).toEqual([
    event('setting-created', { data: { id, ...on } }),
    event('setting-updated', { data: { id, ...off }, preData: { id, ...on } }),
  ]);
});

test('requests that change nothing are allowed in maintenance mode, whatever their method', async () => {
  const feature = await service.given.feature();
  await turn(true).expect(204);
  const usage = { metricName: 'evaluations', timeRange: 'hour', aggregationMode: 'count' };
  await service.api
    .post(`${at(feature, 'production')}/safeguards/preview`, {
      impactMetric: { ...usage, labelSelectors: {} },
      triggerCondition: { operator: '>', threshold: 10 },
    })
    .expect(200);
  const name = { name: unique() };
  for (const path of [
    '/api/admin/context/validate',
    '/api/admin/projects/default/context/validate',
  ])
    await service.api.post(path, name).expect(200);
});

test('writes are refused with the reason and change nothing, and all else goes on', async () => {
  const feature = await service.given.feature();
  await turn(true, { reason: 'Moving house' }).expect(204);
  const recorded = await recorder(service);

  const refused = [
    service.api.post(FEATURES, { name: unique() }),
    service.api.put(at(feature), { type: 'release' }),
    service.api.patch(at(feature), []),
    service.api.delete(at(feature)),
    service.api.post(`${at(feature, 'development')}/on`),
  ];
  for (const write of refused) {
    const { body } = await write.expect(503);
    expect(body).toMatchObject({
      name: 'MaintenanceError',
      message: expect.stringContaining('Moving house'),
    });
  }
  expect(await recorded()).toEqual([]);

  await service.api.get(at(feature)).expect(200);
  await service.api.post('/api/admin/features/validate', { name: unique() }).expect(200);
  await service.api.post('/api/admin/events/search', { feature }).expect(200);
  const sdk = service.api.as({ token: CLIENT_TOKEN });
  await sdk.get('/api/client/features').expect(200);
  await sdk
    .post('/api/client/metrics', {
      appName: 'shop',
      bucket: { start: new Date(), stop: new Date(), toggles: {} },
    })
    .expect(202);
});

test('turning features off stays possible, unless that is refused too', async () => {
  const feature = await service.given.feature({ enabledIn: ['development', 'production'] });
  await turn(true).expect(204);
  await service.api.post(`${at(feature, 'development')}/off`).expect(200);

  await turn(true, { refuseTurningOff: true }).expect(204);
  const { body } = await service.api.post(`${at(feature, 'production')}/off`).expect(503);
  expect(body.message).not.toContain('The reason');
  await turn(false).expect(204);
  expect((await service.api.get(at(feature, 'production')).expect(200)).body.enabled).toBe(true);
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
});

test('readiness tells of maintenance', async () => {
  await turn(true, { reason: 'Moving house' }).expect(204);
  const { body } = await service.api.as().get('/ready').expect(200);
  expect(body.maintenance).toEqual({
    enabled: true,
    reason: 'Moving house',
    refuseTurningOff: false,
  });
  await turn(false).expect(204);
  expect((await service.api.as().get('/ready').expect(200)).body).not.toHaveProperty('maintenance');
});

test.each([{}, { enabled: 'perhaps' }, { enabled: true, reason: 'x'.repeat(501) }])(
  '%j is refused',
  async (body) => {
    await service.api.post(MAINTENANCE, body).expect(400);
    expect((await service.api.get(MAINTENANCE).expect(200)).body.enabled).toBe(false);
  },
);

test('only administrators read and turn it', async () => {
  const editor = await as('Editor');
  for (const refused of [
    editor.get(MAINTENANCE),
    editor.post(MAINTENANCE, { enabled: true }),
    // refused before its body is looked at
    editor.post(MAINTENANCE, { enabled: 'perhaps' }),
  ]) {
    const { body } = await refused.expect(403);
    expect(body).toMatchObject({
      name: 'PermissionError',
      permissions: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
    });
  }
  expect((await service.api.get(MAINTENANCE).expect(200)).body.enabled).toBe(false);
});

test('other instances know within a second, and it survives a restart', async () => {
  const other = await service.beside();
  await turn(true).expect(204);
  const since = Date.now();
  let status = 201;
  while (status !== 503) ({ status } = await other.api.post(FEATURES, { name: unique() }));
  expect(Date.now() - since).toBeLessThan(2_000);
  await other.stop();

  const restarted = await service.beside();
  await restarted.api.post(FEATURES, { name: unique() }).expect(503);
  await restarted.stop();
});

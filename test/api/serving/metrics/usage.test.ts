import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { report, sdk, written } from './support.js';

const HOUR_MS = 3_600_000;
const BULK = '/api/client/metrics/bulk';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const hour = (ago = 0): string =>
  new Date((Math.floor(Date.now() / HOUR_MS) - ago) * HOUR_MS).toISOString();
const used = async (
  featureName: string,
  { hoursAgo = 0, appName = 'shop', environment = 'development', ...counts },
): Promise<void> => {
  const metric = { featureName, appName, environment, timestamp: hour(hoursAgo), ...counts };
  await service.api.post(BULK, { applications: [], metrics: [metric] }).expect(202);
  await written(service);
};
const raw = async (feature: string, query = '') =>
  (await service.api.get(`/api/admin/client-metrics/features/${feature}/raw${query}`).expect(200))
    .body;
const summary = async (feature: string) =>
  (await service.api.get(`/api/admin/client-metrics/features/${feature}`).expect(200)).body;

describe('the raw usage of a feature', () => {
  test('has a row for every hour, application and environment, oldest first', async () => {
    const feature = await service.given.feature();
    await used(feature, { yes: 3, no: 1, variants: { blue: 2 } });
    await used(feature, { yes: 5, hoursAgo: 2 });
    await used(feature, { no: 7, hoursAgo: 30 });

    const { version, maturity, data } = await raw(feature, '?hoursBack=3');

    const row = {
      featureName: feature,
      appName: 'shop',
      environment: 'development',
      yes: 0,
      no: 0,
      variants: {},
    };
    expect([version, maturity]).toEqual([1, 'stable']);
    expect(data).toEqual([
      { ...row, timestamp: hour(2), yes: 5 },
      { ...row, timestamp: hour(1) },
      { ...row, timestamp: hour(0), yes: 3, no: 1, variants: { blue: 2 } },
    ]);
  });

  test('has rows for each of several applications and environments', async () => {
    const feature = await service.given.feature();
    await used(feature, { yes: 1, appName: 'a', environment: 'production' });
    await used(feature, { yes: 1, appName: 'b' });

    const { data } = await raw(feature, '?hoursBack=1');

    expect(
      data.map((row: Record<string, unknown>) => [row['environment'], row['appName'], row['yes']]),
    ).toEqual([
      ['development', 'a', 0],
      ['development', 'b', 1],
      ['production', 'a', 1],
      ['production', 'b', 0],
    ]);
  });

  test.each([
    ['', 24],
    ['?hoursBack=48', 48],
    ['?hoursBack=1', 1],
    ['?hoursBack=9999', 24],
    ['?hoursBack=many', 24],
    ['?hoursBack=-1', 24],
    ['?hoursBack=1.5', 24],
  ])('goes back as far as asked for: %p', async (query, hours) => {
    const feature = unique();
    await used(feature, { yes: 1 });

    expect((await raw(feature, query)).data).toHaveLength(hours);
  });

  test('of a feature that nobody uses is empty', async () => {
    expect((await raw('never-heard-of')).data).toEqual([]);
    await service.api
      .get('/api/admin/client-metrics/features/x/raw?hoursBack=1&hoursBack=2')
      .expect(400);
    await service.api.as().get('/api/admin/client-metrics/features/x/raw').expect(401);
  });
});

describe('the summary of usage', () => {
  test('sums up the last hour for each environment, and names the applications of a day', async () => {
    const feature = await service.given.feature();
    await used(feature, { yes: 1, no: 1, appName: 'a' });
    await used(feature, { yes: 2, appName: 'b' });
    await used(feature, { yes: 4, environment: 'production' });
    await used(feature, { yes: 8, appName: 'earlier', hoursAgo: 5 });
    await used(feature, { yes: 8, appName: 'gone', hoursAgo: 30 });

    expect(await summary(feature)).toEqual({
      version: 1,
      maturity: 'stable',
      featureName: feature,
      lastHourUsage: [
        { environment: 'development', timestamp: hour(), yes: 3, no: 1 },
        { environment: 'production', timestamp: hour(), yes: 4, no: 0 },
      ],
      seenApplications: ['a', 'b', 'earlier', 'shop'],
    });
  });

  test('of a feature that nobody uses is empty', async () => {
    expect(await summary('never-heard-of')).toMatchObject({
      lastHourUsage: [],
      seenApplications: [],
    });
  });
});

test('features that are asked for and do not exist are listed, until they do', async () => {
  const [missing, deleted, known] = [
    unique('missing'),
    await service.given.feature(),
    await service.given.feature(),
  ];
  await service.api.delete(`/api/admin/projects/default/features/${deleted}`).expect(202);
  await service.api.delete(`/api/admin/archive/${deleted}`).expect(200);
  await used(missing, { yes: 1, appName: 'b', hoursAgo: 1 });
  await used(missing, { yes: 1, appName: 'a', environment: 'production' });
  await used(missing, { yes: 1, appName: 'b', environment: 'production', hoursAgo: 2 });
  await used(deleted, { no: 1 });
  await sdk(service).post('/api/client/metrics', report({ [known]: { yes: 1 } }));
  await written(service);
  const unknown = async () => {
    const { unknownFlags } = (await service.api.get('/api/admin/metrics/unknown-flags').expect(200))
      .body;
    return (unknownFlags as { name: string }[]).filter(({ name }) =>
      [missing, deleted, known].includes(name),
    );
  };

  const before = await unknown();
  await service.given.feature({ name: missing });

  expect(before).toHaveLength(2);
  expect(before).toContainEqual({
    name: missing,
    lastSeenAt: hour(),
    lastEventAt: null,
    reports: [
      { appName: 'a', environments: [{ environment: 'production', seenAt: hour() }] },
      {
        appName: 'b',
        environments: [
          { environment: 'development', seenAt: hour(1) },
          { environment: 'production', seenAt: hour(2) },
        ],
      },
    ],
  });
  expect(before.find(({ name }) => name === deleted)).toMatchObject({
    lastEventAt: expect.any(String),
  });
  expect((await unknown()).map(({ name }) => name)).toEqual([deleted]);
});

test.each(['seen-apps', 'seen-toggles', 'feature-toggles', 'feature-toggles/any'])(
  'the former route %s is gone',
  async (route) => {
    const { body } = await service.api.get(`/api/admin/metrics/${route}`).expect(410);

    expect(body).toEqual({ lastHour: {}, lastMinute: {}, maturity: 'deprecated' });
  },
);

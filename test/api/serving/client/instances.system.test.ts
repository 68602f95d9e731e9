import { at } from '../../../support/api.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { Sdk } from './support.js';
import { until } from '../../../support/waiting.js';

/**
 * Three instances on one database. No poll is due within the test, so they only learn of changes by
 * announcements.
 */
const QUIET = { CLIENT_FEATURES_POLL_SECONDS: '3600' };

let services: TestService[];
let sdks: Sdk[];
beforeAll(async () => {
  const first = await TestService.start(QUIET);
  services = [first, await first.beside(QUIET), await first.beside(QUIET)];
  sdks = services.map((service) => Sdk.of(service));
});
afterAll(async () => {
  for (const service of [...services].reverse()) await service.stop();
});

test('a change answered by one instance is soon served by the others', async () => {
  const feature = await services[0]!.given.feature();
  for (const sdk of sdks) expect(await sdk.isOn(feature)).toBe(false);
  for (let n = 0; n < 12; n++) {
    const on = n % 2 === 0;
    const one = services[n % 3]!;
    await one.api.post(`${at(feature, 'development')}/${on ? 'on' : 'off'}`).expect(200);
    expect(await Sdk.of(one).isOn(feature)).toBe(on);
    for (const sdk of sdks) await until(async () => (await sdk.isOn(feature)) === on);
  }
});

test('an instance that serves nobody announces what it commits all the same', async () => {
  const feature = await services[0]!.given.feature({ enabledIn: ['development'] });
  const idle = await services[0]!.beside(QUIET);
  try {
    await until(async () => (await sdks[1]!.isOn(feature)) === true);
    await idle.api.post(`${at(feature, 'development')}/off`).expect(200);
    for (const sdk of sdks) await until(async () => (await sdk.isOn(feature)) === false);
  } finally {
    await idle.stop();
  }
});

test('all give the same ETag for the same, and so does one that starts later', async () => {
  const feature = await services[0]!.given.feature({ enabledIn: ['development', 'production'] });
  const { body: segment } = await services[1]!.api
    .post('/api/admin/segments', {
      name: 'shared',
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    })
    .expect(201);
  await services[2]!.api
    .post(`${at(feature, 'development')}/strategies`, { name: 'default', segments: [segment.id] })
    .expect(200);
  await services[1]!.api.post(`${at(feature, 'production')}/off`).expect(200);
  await until(async () =>
    (
      await Promise.all(
        sdks.map(async (sdk) => (await sdk.feature(feature)).strategies.length === 2),
      )
    ).every(Boolean),
  );
  const late = await services[0]!.beside(QUIET);
  try {
    for (const [token, query] of [
      [undefined, ''],
      [undefined, `?namePrefix=${feature.slice(0, 5)}`],
      [ADMIN_TOKEN, '?environment=production'],
      [ADMIN_TOKEN, ''],
    ] as const) {
      const bodies = [];
      for (const service of [...services, late])
        bodies.push((await Sdk.of(service, token).get(query).expect(200)).text);
      expect(new Set(bodies).size).toBe(1);
    }
  } finally {
    await late.stop();
  }
});

test('many changes of a moment are few announcements, and everybody ends up with the same', async () => {
  const features = await Promise.all(
    Array.from({ length: 8 }, () => services[0]!.given.feature({ enabledIn: ['development'] })),
  );
  const announced = jest.spyOn(
    (await import('../../../../src/platform/database/channel.js')).Channel.prototype,
    'notify',
  );
  let changes = 0;
  await Promise.all(
    features.map(async (feature, n) => {
      for (let turn = 0; turn < 10; turn++, changes++) {
        const to = turn % 2 === 0 ? 'off' : 'on';
        await services[(n + turn) % 3]!.api.post(`${at(feature, 'development')}/${to}`).expect(200);
      }
    }),
  );
  await until(async () => new Set(await Promise.all(sdks.map((sdk) => sdk.etag()))).size === 1);
  expect(announced.mock.calls.length).toBeLessThan(changes);
  announced.mockRestore();
  for (const sdk of sdks)
    for (const feature of features) expect(await sdk.isOn(feature)).toBe(true);
});

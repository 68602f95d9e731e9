import { event, recorder } from '../../../support/recorder.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

const TYPES = '/api/admin/feature-types';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const listed = async (): Promise<{ id: string; lifetimeDays: number | null }[]> =>
  (await service.api.get(TYPES).expect(200)).body.types;

test('lists the types with their lifetimes, in an order that changes do not change', async () => {
  const { body } = await service.api.get(TYPES).expect(200);
  expect(body.version).toBe(1);
  expect(
    body.types.map((t: { id: string; lifetimeDays: number | null }) => [t.id, t.lifetimeDays]),
  ).toEqual([
    ['release', 40],
    ['experiment', 40],
    ['operational', 7],
    ['kill-switch', null],
    ['permission', null],
  ]);
  await service.api.put(`${TYPES}/release/lifetime`, { lifetimeDays: 41 }).expect(200);
  expect((await listed()).map((t) => t.id)).toEqual([
    'release',
    'experiment',
    'operational',
    'kill-switch',
    'permission',
  ]);
});

test('setting a lifetime answers the type, and records it as it was and as it is', async () => {
  const [, before] = await listed();
  const recorded = await recorder(service);
  const { body } = await service.api
    .put(`${TYPES}/experiment/lifetime`, { lifetimeDays: '90' })
    .expect(200);
  expect(body).toEqual({ ...before, lifetimeDays: 90 });
  expect((await listed())[1]).toEqual(body);
  expect(await recorded()).toEqual([
    event('feature-type-updated', { data: body, preData: before }),
  ]);
});

test.each([0, null])('%p means for ever', async (lifetimeDays) => {
  await service.api.put(`${TYPES}/operational/lifetime`, { lifetimeDays: 3 }).expect(200);
  const { body } = await service.api
    .put(`${TYPES}/operational/lifetime`, { lifetimeDays })
    .expect(200);
  expect(body.lifetimeDays).toBeNull();
});

test('setting the lifetime that a type has records nothing', async () => {
  await service.api.put(`${TYPES}/permission/lifetime`, { lifetimeDays: 5 }).expect(200);
  const recorded = await recorder(service);
  await service.api.put(`${TYPES}/permission/lifetime`, { lifetimeDays: 5 }).expect(200);
  expect(await recorded()).toEqual([]);
});

test.each([[-1], [1.5], [2_147_483_648], ['x'], [undefined], [true]])(
  'refuses a lifetime of %p',
  async (lifetimeDays) => {
    const before = await listed();
    const recorded = await recorder(service);
    const { body } = await service.api
      .put(`${TYPES}/release/lifetime`, { lifetimeDays })
      .expect(400);
    expect([body.name, body.details[0].path]).toEqual(['BadDataError', '/body/lifetimeDays']);
    expect(await listed()).toEqual(before);
    expect(await recorded()).toEqual([]);
  },
);

test('refuses an unknown type, nobody, and a client token', async () => {
  const recorded = await recorder(service);
  expect(
    (await service.api.put(`${TYPES}/nope/lifetime`, { lifetimeDays: 1 }).expect(404)).body.name,
  ).toBe('NotFoundError');
  await service.api.as().put(`${TYPES}/release/lifetime`, { lifetimeDays: 1 }).expect(401);
  await service.api
    .as({ token: CLIENT_TOKEN })
    .put(`${TYPES}/release/lifetime`, { lifetimeDays: 1 })
    .expect(403);
  expect(await recorded()).toEqual([]);
});

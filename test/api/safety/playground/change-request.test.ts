import { somebody } from '../../../support/access.js';
import { ClientFeaturesReadModel } from '../../../../src/serving/sdk-api/client-features.read-model.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

let service: TestService;
let scene: ChangeRequestScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = await ChangeRequestScene.create(service);
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const context = { appName: 'test', userId: '7,8' };

const play = (id: number, api = scene.reviewer.api) =>
  api.post(`/api/admin/playground/change-request/${id}`, { context });

test('a change request is evaluated as if it was applied, and changes nothing', async () => {
  const [changed, other] = [await scene.feature(), await scene.feature()];
  const id = await scene.inReview([
    { action: 'updateEnabled', feature: changed, payload: { enabled: true } },
    {
      action: 'addStrategy',
      feature: changed,
      payload: { name: 'userWithId', parameters: { userIds: '7' } },
    },
  ]);
  const before = await scene.events();
  const { body } = await play(id).expect(200);
  expect(body.input).toEqual({
    environments: ['production'],
    projects: [scene.project],
    context,
  });
  const results = (name: string) =>
    body.features
      .find((one: { name: string }) => one.name === name)
      .environments.production.map(({ isEnabled }: { isEnabled: boolean }) => isEnabled);
  expect(results(changed)).toEqual([true, true]);
  expect(results(other)).toEqual([false, false]);
  expect(await scene.isOn(changed)).toBe(false);
  expect(await scene.events()).toEqual(before);
});

test('a draft is evaluated for its author only, and a closed one for nobody', async () => {
  const on = {
    action: 'updateEnabled',
    feature: await scene.feature(),
    payload: { enabled: true },
  };
  const { body: draft } = await scene.add(on).expect(200);
  await play(draft.id, scene.author.api).expect(200);
  await play(draft.id).expect(404);
  await play(999_999).expect(404);
  await scene.state(draft.id, 'Cancelled', scene.author.api).expect(200);
  await play(draft.id, scene.author.api).expect(409);
});

test('one of a hidden project is like one that does not exist', async () => {
  const id = await scene.inReview({
    action: 'updateEnabled',
    feature: await scene.feature(),
    payload: { enabled: true },
  });
  const stranger = await somebody(service);
  await play(id, stranger.api).expect(200);
  await service.api
    .put(`/api/admin/projects/${scene.project}/settings`, { mode: 'private' })
    .expect((response) => {
      if (response.status >= 300) throw new Error(response.text);
    });
  const { body } = await play(id, stranger.api).expect(404);
  const { body: unknown } = await play(999_999, stranger.api).expect(404);
  expect({ ...body, id: '' }).toEqual({
    ...unknown,
    id: '',
    message: unknown.message.replace('999999', String(id)),
    details: body.details,
  });
});

const turnOff = (feature: string) =>
  service.api
    .post(`${scene.at(feature, 'production')}/off?force=true&reason=test`)
    .timeout(5_000)
    .expect(200);

test('features can be turned off while the project and other changed features are read', async () => {
  const [one, other] = [await scene.feature({ on: true }), await scene.feature({ on: true })];
  const payload = { name: 'userWithId', parameters: { userIds: '7' } };
  const id = await scene.inReview(
    [one, other].map((feature) => ({ action: 'addStrategy', feature, payload })),
  );
  const { named, someNamed } = ClientFeaturesReadModel.prototype;
  const turnedOff: string[] = [];
  jest.spyOn(ClientFeaturesReadModel.prototype, 'named').mockImplementation(async function (
    this: ClientFeaturesReadModel,
    ...values
  ) {
    await turnOff(one);
    turnedOff.push(one);
    return named.apply(this, values);
  });
  jest.spyOn(ClientFeaturesReadModel.prototype, 'someNamed').mockImplementation(async function (
    this: ClientFeaturesReadModel,
    ...values
  ) {
    const feature = values[2].features.includes(one) ? other : one;
    await turnOff(feature);
    turnedOff.push(feature);
    return someNamed.apply(this, values);
  });
  await play(id).expect(200);
  expect(turnedOff).toEqual([one, other, one]);
});

test('archiving, and segments of features that are not changed, are evaluated', async () => {
  const [archived, using] = [await scene.feature(), await scene.feature({ on: true })];
  const given = { name: unique('segment'), project: scene.project, constraints: [] };
  const { body: segment } = await service.api.post('/api/admin/segments', given).expect(201);
  await scene.require(null);
  await service.api
    .post(`${scene.at(using, 'production')}/strategies`, {
      name: 'default',
      segments: [segment.id],
    })
    .expect(200);
  const [first] = (await service.api.get(`${scene.at(using, 'production')}/strategies`).expect(200))
    .body as { id: string }[];
  await service.api.delete(`${scene.at(using, 'production')}/strategies/${first!.id}`).expect(200);
  await scene.require(1);
  const id = await scene.inReview([
    { action: 'archiveFeature', feature: archived },
    {
      action: 'updateSegment',
      payload: {
        id: segment.id,
        name: segment.name,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
      },
    },
  ]);
  const { body } = await play(id).expect(200);
  const found = (name: string) => body.features.find((one: { name: string }) => one.name === name);
  expect(found(archived)).toBeUndefined();
  const results = found(using).environments.production as { isEnabled: boolean }[];
  expect(results.map(({ isEnabled }) => isEnabled)).toEqual([true, false]);
});

/** A feature that is on, and changes of its strategy, one after the other. */
async function manyChanges(count: number) {
  const feature = await scene.feature({ on: true });
  const { body } = await service.api.get(`${scene.at(feature, 'production')}/strategies`);
  const payload = { id: body[0].id, name: 'flexibleRollout', parameters: { rollout: '50' } };
  const change = { action: 'updateStrategy', feature, payload };
  return { feature, changes: Array.from({ length: count }, () => change) };
}

test.each<[string, (changes: object[]) => Promise<() => PromiseLike<{ status: number }>>]>([
  [
    'evaluated',
    async (changes) => {
      const id = await scene.inReview(changes as never);
      return () => play(id);
    },
  ],
  ['added to a draft', async (changes) => () => scene.add(changes as never, service.api)],
])('nobody who turns a feature off waits for changes that are %s', async (_, prepare) => {
  const { feature, changes } = await manyChanges(60);
  const rehearse = await prepare(changes);
  let isOver = false;
  const rehearsal = Promise.resolve(rehearse()).then(({ status }) => {
    isOver = true;
    return status;
  });
  const sessions = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE '% rehearsal'`;
  await until(async () => (await service.sql(sessions)).length > 0);
  const off = `${scene.at(feature, 'production')}/off?force=true&reason=now`;
  await service.api.post(off).expect(200);
  expect(isOver).toBe(false);
  expect(await rehearsal).toBe(200);
});

test('repeatable requests try changes out on their own connection', async () => {
  const features = await Promise.all(Array.from({ length: 8 }, () => scene.feature()));
  const answers = await Promise.all(
    features.map((feature, n) =>
      scene
        .add(
          { action: 'updateEnabled', feature, payload: { enabled: true } },
          n % 2 ? scene.author.api : scene.reviewer.api,
        )
        .set('Idempotency-Key', unique('key')),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(features.map(() => 200));
  const changes = answers.flatMap(({ body }) => body.features);
  expect(changes.length).toBeGreaterThanOrEqual(features.length);
});

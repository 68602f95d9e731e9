import { at } from '../../../support/api.js';
import { event, recorder } from '../../../support/recorder.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const SEGMENTS = '/api/admin/segments';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const segment = async (properties: object = {}): Promise<number> =>
  (
    await service.api
      .post(SEGMENTS, { name: unique('segment'), constraints: [], ...properties })
      .expect(201)
  ).body.id;
const strategy = async (): Promise<{ feature: string; id: string }> => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const [row] = await service.sql<{ id: string }>(
    'SELECT id FROM feature_strategy WHERE feature_name = $1',
    [feature],
  );
  return { feature, id: row!.id };
};
const body = (strategyId: string, segmentIds: unknown, place: object = {}): object => ({
  projectId: 'default',
  strategyId,
  environmentId: 'development',
  segmentIds,
  ...place,
});
const ofStrategy = async (id: string): Promise<number[]> =>
  (await service.api.get(`${SEGMENTS}/strategies/${id}`).expect(200)).body.segments.map(
    (one: { id: number }) => one.id,
  );

test('gives a strategy segments instead of those it has, and records the strategy before and after', async () => {
  const [a, b, c] = [await segment(), await segment({ project: 'default' }), await segment()];
  const { feature, id } = await strategy();
  const recorded = await recorder(service);
  const set = await service.api.post(`${SEGMENTS}/strategies`, body(id, [a, b])).expect(201);
  expect(set.body).toEqual(body(id, [a, b]));
  expect(set.headers['location']).toBe(`strategies/${id}`);
  expect(await ofStrategy(id)).toEqual([a, b]);
  const [first, ...rest] = await recorded();
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    type: 'feature-strategy-update',
    featureName: feature,
    project: 'default',
    environment: 'development',
  });
  expect(first).toMatchObject({ data: { id, segments: [a, b] }, preData: { id, segments: [] } });

  await service.api.post(`${SEGMENTS}/strategies`, body(id, [c, c, b])).expect(201);
  expect(await ofStrategy(id)).toEqual([b, c]);
  await service.api.post(`${SEGMENTS}/strategies`, body(id, [])).expect(201);
  expect(await ofStrategy(id)).toEqual([]);
  expect((await recorded()).map((e) => e.data!['segments'])).toEqual([[b, c], []]);
  await service.api.post(`${SEGMENTS}/strategies`, body(id, [])).expect(201);
  expect(await recorded()).toEqual([]);
});

test('refuses what is wrong, and changes nothing', async () => {
  const known = await segment();
  const { id } = await strategy();
  await service.api.post(`${SEGMENTS}/strategies`, body(id, [known])).expect(201);
  const project = unique('project');
  await service.sql('INSERT INTO project (id, name) VALUES ($1, $1)', [project]);
  const foreign = await segment({ project });
  const recorded = await recorder(service);
  const refused: [object, number, string][] = [
    [body(UNKNOWN, []), 404, 'NotFoundError'],
    [body('abc', []), 404, 'NotFoundError'],
    [body(id, [], { projectId: project }), 404, 'NotFoundError'],
    [body(id, [], { projectId: 'nope' }), 404, 'NotFoundError'],
    [body(id, [], { environmentId: 'production' }), 404, 'NotFoundError'],
    [body(id, [known, 999_999]), 404, 'NotFoundError'],
    [body(id, [foreign]), 400, 'BadDataError'],
    [body(id, Array(6).fill(known)), 400, 'BadDataError'],
    [body(id, ['x']), 400, 'BadDataError'],
    [body(id, [1e300]), 400, 'BadDataError'],
    [body(id, undefined), 400, 'BadDataError'],
    [{ strategyId: id }, 400, 'BadDataError'],
  ];
  for (const [sent, status, name] of refused) {
    expect((await service.api.post(`${SEGMENTS}/strategies`, sent).expect(status)).body.name).toBe(
      name,
    );
  }
  expect(await ofStrategy(id)).toEqual([known]);
  expect(await recorded()).toEqual([]);
});

test('refuses a strategy of an archived feature', async () => {
  const { feature, id } = await strategy();
  await service.api.delete(at(feature)).expect(202);
  const recorded = await recorder(service);
  const answer = await service.api
    .post(`${SEGMENTS}/strategies`, body(id, [await segment()]))
    .expect(400);
  expect(answer.body.name).toBe('ArchivedFeatureError');
  expect(await ofStrategy(id)).toEqual([]);
  expect(await recorded()).toEqual([event('segment-created', { data: expect.anything() })]);
});

test('a strategy that does not exist has no segments', async () => {
  expect(await ofStrategy(UNKNOWN)).toEqual([]);
  expect(await ofStrategy('abc')).toEqual([]);
});

test('a segment that is deleted while strategies start to use it is either gone or in use, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await segment();
    const strategies = await Promise.all([strategy(), strategy(), strategy()]);
    const [deleted, ...set] = await Promise.all([
      service.api.delete(`${SEGMENTS}/${id}`),
      ...strategies.map((one) => service.api.post(`${SEGMENTS}/strategies`, body(one.id, [id]))),
    ]);
    const used = set.filter((answer) => answer.status === 201).length;
    expect([deleted.status, used > 0]).toEqual(used > 0 ? [409, true] : [204, false]);
    expect(set.every((answer) => [201, 404].includes(answer.status))).toBe(true);
  }
});

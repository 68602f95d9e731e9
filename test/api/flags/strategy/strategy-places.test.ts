import { randomUUID } from 'node:crypto';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { added, eventsOf, strategiesOf } from './support.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
  await service.sql(`
    INSERT INTO project (id, name, default_stickiness) VALUES ('other', 'Other', 'sessionId');
    INSERT INTO project_environment (project, environment) VALUES ('other', 'development')`);
});
afterAll(() => service.stop());

const typesOf = async (feature: string): Promise<string[]> =>
  (await eventsOf(service, feature)).map((event) => event.type);
const list = async (feature: string, environment?: string): Promise<Record<string, unknown>[]> =>
  (await service.api.get(strategiesOf(feature, undefined, environment)).expect(200)).body as Record<
    string,
    unknown
  >[];

describe('a strategy that is not at this place', () => {
  let feature: string;
  let other: string;
  let id: string;
  beforeAll(async () => {
    feature = await service.given.feature();
    other = await service.given.feature();
    id = (await added(service.api, feature)).id;
  });

  const places: [string, () => string, number, number][] = [
    ['unknown', () => strategiesOf(feature, randomUUID()), 404, 404],
    ['with a malformed id', () => strategiesOf(feature, 'abc'), 404, 404],
    ["another feature's", () => strategiesOf(other, id), 404, 403],
    ["another environment's", () => strategiesOf(feature, id, 'production'), 404, 404],
    [
      'in an environment that the project lacks',
      () => strategiesOf(feature, id, 'default'),
      404,
      404,
    ],
    ['in an unknown environment', () => strategiesOf(feature, id, 'nowhere'), 404, 404],
    [
      "another project's",
      () => strategiesOf(feature, id).replace('/default/', '/other/'),
      404,
      404,
    ],
    [
      "an unknown project's",
      () => strategiesOf(feature, id).replace('/default/', '/nowhere/'),
      404,
      404,
    ],
    ["an unknown feature's", () => strategiesOf('nothing', id), 404, 404],
  ];

  test.each(places)('%s is neither read nor changed', async (_, path, read, write) => {
    await service.api.get(path()).expect(read);
    await service.api.put(path(), { title: 'x' }).expect(write);
    await service.api.patch(path(), [{ op: 'replace', path: '/title', value: 'x' }]).expect(write);
    await service.api.delete(path()).expect(write);
    expect(await list(feature)).toMatchObject([{ id, title: null }]);
    expect(await typesOf(feature)).toEqual(['feature-strategy-add']);
  });

  test('is not added where the project lacks the environment', async () => {
    await service.api
      .post(strategiesOf(feature, undefined, 'default'), { name: 'default' })
      .expect(404);
    await service.api.get(strategiesOf(feature, undefined, 'default')).expect(404);
    await service.api.post(strategiesOf(feature, 'set-sort-order', 'default'), []).expect(404);
  });

  test("of another project's feature is not told of", async () => {
    await service.api
      .post('/api/admin/projects/other/features', { name: 'secret-of-another-project' })
      .expect(201);
    const theirs =
      '/api/admin/projects/other/features/secret-of-another-project/environments/development/strategies';
    const { body } = await service.api.post(theirs, { name: 'default' }).expect(200);
    await service.api.delete(strategiesOf(feature, body.id as string)).expect(404);
    await service.api.get(`${theirs}/${body.id}`).expect(200);
  });
});

describe('strategies of an archived feature', () => {
  test('can be read, but not changed', async () => {
    const feature = await service.given.feature();
    const strategy = await added(service.api, feature);
    await service.api.delete(at(feature)).expect(202);
    const { body } = await service.api.post(strategiesOf(feature), { name: 'default' }).expect(400);
    expect(body.name).toBe('ArchivedFeatureError');
    await service.api.put(strategiesOf(feature, strategy.id), { title: 'x' }).expect(404);
    await service.api.patch(strategiesOf(feature, strategy.id), []).expect(404);
    await service.api.delete(strategiesOf(feature, strategy.id)).expect(400);
    await service.api
      .post(strategiesOf(feature, 'set-sort-order'), [{ id: strategy.id, sortOrder: 4 }])
      .expect(400);
    expect(await list(feature)).toEqual([strategy]);
    expect((await service.api.get(strategiesOf(feature, strategy.id)).expect(200)).body).toEqual(
      strategy,
    );
    expect(await typesOf(feature)).toEqual(['feature-strategy-add', 'feature-archived']);
  });
});

import { DataSource } from 'typeorm';
import { at } from '../../../support/api.js';
import { event, recorder } from '../../../support/recorder.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

const SEGMENTS = '/api/admin/segments';
const CONSTRAINTS = [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }];
const valued = (count: number): object => ({
  contextName: 'userId',
  operator: 'IN',
  values: Array.from({ length: count }, (_, n) => `v${n}`),
});
let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Shown {
  id: number;
  name: string;
}
const given = async (properties: object = {}): Promise<Shown> =>
  (
    await service.api
      .post(SEGMENTS, { name: unique('segment'), constraints: CONSTRAINTS, ...properties })
      .expect(201)
  ).body;
const read = async (id: number): Promise<object> =>
  (await service.api.get(`${SEGMENTS}/${id}`).expect(200)).body;
const rows = (): Promise<object[]> => service.sql('SELECT * FROM segment ORDER BY id');
/** A feature whose strategies use segments. */
const using = async (...segments: Shown[]): Promise<string> => {
  const feature = await service.given.feature({ enabledIn: ['development', 'production'] });
  for (const { id } of segments) {
    const sql =
      'INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT id, $2 FROM feature_strategy WHERE feature_name = $1';
    await service.sql(sql, [feature, id]);
  }
  return feature;
};

describe('creating a segment', () => {
  test('answers the segment, says where it is, and records it', async () => {
    const name = unique('segment of all');
    const recorded = await recorder(service);
    const created = await service.api
      .post(SEGMENTS, { name, constraints: CONSTRAINTS })
      .expect(201);
    const { id, createdAt } = created.body;
    expect(created.headers['location']).toBe(`segments/${id}`);
    expect(created.body).toEqual({
      id: expect.any(Number),
      name,
      description: null,
      constraints: CONSTRAINTS,
      createdBy: 'admin',
      createdAt,
    });
    expect(await read(id)).toEqual(created.body);
    expect(await recorded()).toEqual([event('segment-created', { data: created.body })]);
  });

  test('can be for one project, and records it there', async () => {
    const recorded = await recorder(service);
    const segment = await given({
      description: 'd'.repeat(600),
      project: 'default',
      constraints: [],
    });
    expect(segment).toMatchObject({
      description: 'd'.repeat(600),
      project: 'default',
      constraints: [],
    });
    expect(await recorded()).toEqual([
      event('segment-created', { data: segment }, { project: 'default' }),
    ]);
  });

  test('takes 1000 values, and refuses more over all constraints', async () => {
    const segment = await given({ constraints: [valued(400), valued(600)] });
    expect(segment).toMatchObject({
      constraints: [{ contextName: 'userId' }, { contextName: 'userId' }],
    });
    const before = await rows();
    const { body } = await service.api
      .post(SEGMENTS, { name: unique(), constraints: [valued(401), valued(600)] })
      .expect(400);
    expect(body).toMatchObject({ name: 'BadDataError', message: expect.stringContaining('1001') });
    expect(await rows()).toEqual(before);
  });

  test.each([
    ['no constraints', { name: 'x' }, 400, 'BadDataError'],
    ['no name', { constraints: [] }, 400, 'BadDataError'],
    ['an empty name', { name: '', constraints: [] }, 400, 'BadDataError'],
    ['a name of 501 characters', { name: 'x'.repeat(501), constraints: [] }, 400, 'BadDataError'],
    [
      'an unknown operator',
      { name: 'x', constraints: [{ contextName: 'userId', operator: 'ZAP', values: ['x'] }] },
      400,
      'BadDataError',
    ],
    [
      'an unknown property of a constraint',
      { name: 'x', constraints: [{ ...CONSTRAINTS[0], more: 1 }] },
      400,
      'BadDataError',
    ],
    ['a list for a constraint', { name: 'x', constraints: [[]] }, 400, 'BadDataError'],
    [
      'an unknown context field',
      { name: 'x', constraints: [{ ...CONSTRAINTS[0], contextName: 'nope' }] },
      400,
      'BadDataError',
    ],
    [
      'a text as a number',
      { name: 'x', constraints: [{ contextName: 'userId', operator: 'NUM_EQ', value: 'x' }] },
      400,
      'BadDataError',
    ],
    [
      'no values',
      { name: 'x', constraints: [{ contextName: 'userId', operator: 'IN' }] },
      400,
      'BadDataError',
    ],
    ['an unknown project', { name: 'x', project: 'nope', constraints: [] }, 404, 'NotFoundError'],
  ])('refuses %s', async (_, body, status, name) => {
    const before = await rows();
    const recorded = await recorder(service);
    expect((await service.api.post(SEGMENTS, body).expect(status)).body.name).toBe(name);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('refuses a taken name, and its validation says so beforehand', async () => {
    const { name } = await given();
    expect(
      (await service.api.post(SEGMENTS, { name, constraints: [] }).expect(409)).body.name,
    ).toBe('NameExistsError');
    expect((await service.api.post(`${SEGMENTS}/validate`, { name }).expect(409)).body.name).toBe(
      'NameExistsError',
    );
    await service.api.post(`${SEGMENTS}/validate`, { name: `${name} free` }).expect(204, '');
    for (const body of [{}, { name: '' }])
      await service.api.post(`${SEGMENTS}/validate`, body).expect(400);
  });

  test('refuses requests without a token and with a client token', async () => {
    const before = await rows();
    await service.api.as().post(SEGMENTS, { name: unique(), constraints: [] }).expect(401);
    await service.api
      .as({ token: CLIENT_TOKEN })
      .post(SEGMENTS, { name: unique(), constraints: [] })
      .expect(403);
    expect(await rows()).toEqual(before);
  });
});

describe('reading segments', () => {
  test('lists the segments by name, with how many live features and projects use each', async () => {
    const [second, first] = [await given({ name: 'b-listed' }), await given({ name: 'a-listed' })];
    await using(first, second);
    await using(first);
    await service.api.delete(at(await using(first))).expect(202);
    const { segments } = (await service.api.get(SEGMENTS).expect(200)).body as {
      segments: Shown[];
    };
    expect(segments.filter((one) => one.name.endsWith('-listed'))).toEqual([
      { ...first, usedInProjects: 1, usedInFeatures: 2 },
      { ...second, usedInProjects: 1, usedInFeatures: 1 },
    ]);
    const names = segments.map((one) => one.name);
    expect(names).toHaveLength(new Set(names).size);
  });

  test('lists the strategies of live features that use a segment', async () => {
    const segment = await given();
    const feature = await using(segment);
    await service.api.delete(at(await using(segment))).expect(202);
    const { body } = await service.api.get(`${SEGMENTS}/${segment.id}/strategies`).expect(200);
    const strategy = {
      id: expect.any(String),
      projectId: 'default',
      featureName: feature,
      strategyName: 'flexibleRollout',
    };
    const strategies = ['development', 'production'].map((environment) => ({
      ...strategy,
      environment,
    }));
    expect(body).toEqual({ strategies, changeRequestStrategies: [] });
    const none = await service.api.get(`${SEGMENTS}/999999/strategies`).expect(200);
    expect(none.body).toEqual({ strategies: [], changeRequestStrategies: [] });
  });

  test('distinguishes an unknown id from a text that is no id', async () => {
    await service.api.get(`${SEGMENTS}/999999`).expect(404);
    for (const id of ['abc', '1e3', '-1', '99999999999'])
      await service.api.get(`${SEGMENTS}/${id}`).expect(400);
    const { body } = await service.api.get(`${SEGMENTS}/abc/strategies`).expect(400);
    expect(body.details).toEqual([{ message: body.message, path: '/params/id' }]);
  });
});

describe('changing a segment', () => {
  test('keeps description and project when they are left out, and records it', async () => {
    const preData = await given({ description: 'stays', project: 'default' });
    const recorded = await recorder(service);
    await service.api
      .put(`${SEGMENTS}/${preData.id}`, { name: `${preData.name}-2`, constraints: [] })
      .expect(204, '');
    const data = await read(preData.id);
    expect(data).toEqual({ ...preData, name: `${preData.name}-2`, constraints: [] });
    expect(await recorded()).toEqual([
      event('segment-updated', { data, preData }, { project: 'default' }),
    ]);
    await service.api
      .put(`${SEGMENTS}/${preData.id}`, { name: `${preData.name}-2`, constraints: [] })
      .expect(204);
    expect(await recorded()).toEqual([]);
    await service.api
      .put(`${SEGMENTS}/${preData.id}`, {
        name: preData.name,
        description: null,
        project: null,
        constraints: [],
      })
      .expect(204);
    expect(await read(preData.id)).toEqual({
      ...data,
      name: preData.name,
      description: null,
      project: undefined,
    });
  });

  test('refuses what is wrong, and changes nothing', async () => {
    const { id, name } = await given();
    const other = await given();
    const before = await rows();
    const recorded = await recorder(service);
    await service.api.put(`${SEGMENTS}/${id}`, { name: other.name, constraints: [] }).expect(409);
    await service.api.put(`${SEGMENTS}/${id}`, { name }).expect(400);
    await service.api.put(`${SEGMENTS}/${id}`, { constraints: [] }).expect(400);
    await service.api
      .put(`${SEGMENTS}/${id}`, { name, project: 'nope', constraints: [] })
      .expect(404);
    await service.api.put(`${SEGMENTS}/${id}`, { name, constraints: [valued(1001)] }).expect(400);
    await service.api
      .put(`${SEGMENTS}/${id}`, {
        name,
        constraints: [{ contextName: 'nope', operator: 'IN', values: ['1'] }],
      })
      .expect(400);
    await service.api.put(`${SEGMENTS}/999999`, { name: unique(), constraints: [] }).expect(404);
    await service.api.put(`${SEGMENTS}/abc`, { name: unique(), constraints: [] }).expect(400);
    expect(await rows()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('is not narrowed to a project while another project uses it', async () => {
    const project = unique('project');
    await service.sql('INSERT INTO project (id, name) VALUES ($1, $1)', [project]);
    const segment = await given();
    const feature = await using(segment);
    // An archived feature of the other project would have a segment that is not its own.
    await service.api.delete(at(feature)).expect(202);
    await service.api
      .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, project, constraints: [] })
      .expect(400);
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    const { body } = await service.api
      .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, project, constraints: [] })
      .expect(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      message: expect.stringContaining('default'),
    });
    expect(await read(segment.id)).toEqual(segment);
    await service.api
      .put(`${SEGMENTS}/${segment.id}`, { name: segment.name, project: 'default', constraints: [] })
      .expect(204);
  });
});

describe('deleting a segment', () => {
  test('deletes and records it', async () => {
    const preData = await given();
    const recorded = await recorder(service);
    await service.api.delete(`${SEGMENTS}/${preData.id}`).expect(204, '');
    expect(await recorded()).toEqual([event('segment-deleted', { preData })]);
    await service.api.get(`${SEGMENTS}/${preData.id}`).expect(404);
    await service.api.delete(`${SEGMENTS}/${preData.id}`).expect(404);
    await service.api.delete(`${SEGMENTS}/abc`).expect(400);
    expect(await recorded()).toEqual([]);
  });

  test('refuses to delete one that a live feature uses', async () => {
    const segment = await given();
    const feature = await using(segment);
    const recorded = await recorder(service);
    const { body } = await service.api.delete(`${SEGMENTS}/${segment.id}`).expect(409);
    expect(body).toMatchObject({
      name: 'ConflictError',
      message: expect.stringContaining(feature),
    });
    expect(await read(segment.id)).toEqual(segment);
    expect(await recorded()).toEqual([]);
  });

  test('waits for a transaction that holds a feature that uses it, and does not block what that one does', async () => {
    const segment = await given();
    const feature = await using(segment);
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM feature WHERE name = $1 FOR NO KEY UPDATE', [feature]);
    const deleted = service.api
      .delete(`${SEGMENTS}/${segment.id}`)
      .then((response) => response.status);
    await service.untilBlocked();
    await other.query('SELECT FROM segment WHERE id = $1 FOR SHARE NOWAIT', [segment.id]);
    await other.commitTransaction();
    await other.release();
    expect(await deleted).toBe(409);
  });

  test('is refused while archived features use it, which would be on for everybody when revived', async () => {
    const segment = await given();
    const feature = await using(segment);
    await service.api.delete(at(feature)).expect(202);
    const recorded = await recorder(service);
    const path = `${SEGMENTS}/${segment.id}`;
    for (const query of ['?dryRun=true', ''])
      expect((await service.api.delete(`${path}${query}`).expect(409)).body).toMatchObject({
        name: 'ConflictError',
        message: expect.stringContaining(`the archived feature "${feature}"`),
      });
    expect(await recorded()).toEqual([]);
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);
    const isOnFor = async (userId: string): Promise<boolean> => {
      const evaluated = await service.api.post('/api/admin/playground', {
        projects: ['default'],
        environment: 'development',
        context: { appName: 'test', userId },
      });
      const { features } = evaluated.body as { features: { name: string; isEnabled: boolean }[] };
      return features.find(({ name }) => name === feature)!.isEnabled;
    };
    expect([await isOnFor('1'), await isOnFor('9')]).toEqual([true, false]);
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await service.api.delete(path).expect(204);
  });

  test('is refused while the plan of an archived feature uses it', async () => {
    const segment = await given();
    const feature = await service.given.feature();
    const milestones = JSON.stringify([{ strategies: [{ segments: [segment.id] }] }]);
    await service.sql(
      `INSERT INTO release_plan (id, template_id, name, feature_name, environment, milestones,
         created_by_user_id)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'plan', $1, 'production', $2, 1)`,
      [feature, milestones],
    );
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`${SEGMENTS}/${segment.id}`).expect(409);
  });

  test('refuses to delete one that a default strategy uses', async () => {
    const segment = await given();
    const preset = JSON.stringify({ name: 'flexibleRollout', segments: [segment.id] });
    const place = `project = 'default' AND environment = 'production'`;
    await service.sql(`UPDATE project_environment SET default_strategy = $1 WHERE ${place}`, [
      preset,
    ]);
    await service.api.delete(`${SEGMENTS}/${segment.id}`).expect(409);
    await service.sql(`UPDATE project_environment SET default_strategy = NULL WHERE ${place}`);
    await service.api.delete(`${SEGMENTS}/${segment.id}`).expect(204);
  });
});

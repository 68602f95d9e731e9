import { DataSource, type QueryRunner } from 'typeorm';
import { role, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const ENVIRONMENTS = '/api/admin/environments';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Event {
  type: string;
  data: object | null;
  preData: object | null;
}
const events = (environment: string): Promise<Event[]> =>
  service.sql<Event>(
    'SELECT type, data, pre_data AS "preData" FROM event WHERE environment = $1 ORDER BY id',
    [environment],
  );
const listed = async (path = ENVIRONMENTS): Promise<Record<string, unknown>[]> => {
  const { body } = await service.api.get(path).expect(200);
  expect(body.version).toBe(1);
  return body.environments as Record<string, unknown>[];
};

describe('reading environments', () => {
  test('lists all environments in their order, with how much they are used', async () => {
    await service.given.feature({ enabledIn: ['production'] });
    const archived = await service.given.feature({ enabledIn: ['production'] });
    await service.api.delete(`/api/admin/projects/default/features/${archived}`).expect(202);
    const [first, development, production] = await listed();
    expect(first).toMatchObject({
      name: 'default',
      type: 'production',
      sortOrder: 1,
      enabled: false,
      protected: true,
      projectCount: 0,
    });
    expect(development).toMatchObject({
      name: 'development',
      sortOrder: 2,
      enabled: true,
      projectCount: 1,
      enabledToggleCount: 0,
    });
    expect(development!['apiTokenCount']).toBe(2);
    expect(production).toMatchObject({
      name: 'production',
      projectCount: 1,
      enabledToggleCount: 1,
      apiTokenCount: 0,
    });
  });

  test('lists them as a project sees them, and with zeros where there is no such project', async () => {
    const project = await service.given.project({ environments: ['production'] });
    const [, , production] = await listed(`${ENVIRONMENTS}/project/default`);
    expect(production).toMatchObject({
      name: 'production',
      projectApiTokenCount: 0,
      projectEnabledToggleCount: 1,
    });
    const [, development] = await listed(`${ENVIRONMENTS}/project/${project}`);
    expect(development).toMatchObject({
      name: 'development',
      projectApiTokenCount: 0,
      projectEnabledToggleCount: 0,
    });
    for (const one of await listed(`${ENVIRONMENTS}/project/nowhere`)) {
      expect(one).toMatchObject({ projectApiTokenCount: 0, projectEnabledToggleCount: 0 });
    }
  });

  test('reads one, without counts', async () => {
    const { body } = await service.api.get(`${ENVIRONMENTS}/development`).expect(200);
    expect(body).toEqual({
      name: 'development',
      type: 'development',
      enabled: true,
      protected: false,
      sortOrder: 2,
    });
    await service.api.get(`${ENVIRONMENTS}/nowhere`).expect(404);
  });
});

describe('creating an environment', () => {
  test('answers the environment, behind the last one, and records it', async () => {
    const name = unique('qa');
    const { body } = await service.api.post(ENVIRONMENTS, { name, type: 'test' }).expect(201);
    expect(body).toEqual({
      name,
      type: 'test',
      enabled: true,
      protected: false,
      sortOrder: expect.any(Number),
    });
    expect((await listed()).at(-1)!['name']).toBe(name);
    expect(await events(name)).toEqual([
      { type: 'environment-created', data: body, preData: null },
    ]);
  });

  test.each([
    [409, { name: 'production', type: 'test' }],
    [400, { name: 'no blanks', type: 'test' }],
    [400, { name: '..', type: 'test' }],
    [400, { name: 'typeless' }],
    [400, { name: 'approved', type: 'test', requiredApprovals: 2 }],
    [400, { name: 'far', type: 'test', sortOrder: 3e9 }],
  ])('is refused with %i for %j', async (status, body) => {
    const before = await listed();
    await service.api.post(ENVIRONMENTS, body).expect(status);
    expect(await listed()).toEqual(before);
  });

  test('can be tried by name', async () => {
    await service.api.post(`${ENVIRONMENTS}/validate`, { name: 'free' }).expect(200);
    await service.api.post(`${ENVIRONMENTS}/validate`, { name: 'production' }).expect(409);
    await service.api.post(`${ENVIRONMENTS}/validate`, { name: 'a/b' }).expect(400);
    await service.api.post(`${ENVIRONMENTS}/validate`, {}).expect(400);
  });
});

describe('changing an environment', () => {
  test('replaces what is given and records it; once', async () => {
    const name = await service.given.environment();
    const before = (await service.api.get(`${ENVIRONMENTS}/${name}`).expect(200)).body;
    const { body } = await service.api
      .put(`${ENVIRONMENTS}/update/${name}`, { type: 'preproduction' })
      .expect(200);
    expect(body).toEqual({ ...before, type: 'preproduction' });
    await service.api.put(`${ENVIRONMENTS}/update/${name}`, { type: 'preproduction' }).expect(200);
    expect((await events(name)).slice(1)).toEqual([
      { type: 'environment-updated', data: body, preData: before },
    ]);
  });

  test('is refused for a protected or unknown one', async () => {
    const { body } = await service.api
      .put(`${ENVIRONMENTS}/update/default`, { type: 'test' })
      .expect(403);
    expect(body.name).toBe('InvalidOperationError');
    await service.api.put(`${ENVIRONMENTS}/update/nowhere`, { type: 'test' }).expect(404);
    await service.api
      .put(`${ENVIRONMENTS}/update/production`, { requiredApprovals: 1 })
      .expect(400);
    expect((await service.api.get(`${ENVIRONMENTS}/default`)).body.type).toBe('production');
    expect(
      (await events('default')).filter((event) => event.type === 'environment-updated'),
    ).toEqual([]);
  });

  test('turns on and off without a word in the log, and decides what new projects get', async () => {
    const name = await service.given.environment();
    for (const [way, enabled] of [
      ['off', false],
      ['off', false],
      ['on', true],
      ['off', false],
    ] as const) {
      await service.api.post(`${ENVIRONMENTS}/${name}/${way}`).expect(204);
      expect((await service.api.get(`${ENVIRONMENTS}/${name}`)).body.enabled).toBe(enabled);
    }
    expect(await events(name)).toHaveLength(1);
    await service.api.post(`${ENVIRONMENTS}/nowhere/off`).expect(404);
    const { body } = await service.api
      .post('/api/admin/projects', { name: unique('Of what is on') })
      .expect(201);
    expect(body.environments).toContain('production');
    expect(body.environments).not.toContain(name);
  });

  test('is for administrators, and the refusal names their permission first', async () => {
    const { api: editor } = await somebody(service);
    for (const refused of [
      editor.post(`${ENVIRONMENTS}/production/off`),
      editor.post(`${ENVIRONMENTS}/production/on`),
      editor.put(`${ENVIRONMENTS}/sort-order`, { production: 1 }),
      editor.put(`${ENVIRONMENTS}/update/development`, { type: 'test' }),
    ])
      expect((await refused.expect(403)).body.permissions).toEqual(['ADMIN', 'UPDATE_ENVIRONMENT']);
    const { api: changer } = await somebody(
      service,
      await role(service, 'root-custom', 'UPDATE_ENVIRONMENT'),
    );
    await changer.post(`${ENVIRONMENTS}/production/on`).expect(204);
  });

  test('sorts by a map of names, in which unknown names are ignored', async () => {
    const [a, b] = [await service.given.environment(), await service.given.environment()];
    await service.api
      .put(`${ENVIRONMENTS}/sort-order`, { [a]: 900, [b]: '800', nowhere: 1 })
      .expect(200);
    expect((await listed()).slice(-2).map((one) => one['name'])).toEqual([b, a]);
    for (const body of [{ [a]: 'first' }, { [a]: 1.5 }, { [a]: 3e9 }, { [a]: null }, [1]]) {
      await service.api.put(`${ENVIRONMENTS}/sort-order`, body).expect(400);
    }
    expect((await service.api.get(`${ENVIRONMENTS}/${a}`)).body.sortOrder).toBe(900);
    expect(await events(a)).toHaveLength(1);
  });
});

describe('deleting an environment', () => {
  test('takes strategies and tokens along, and records both', async () => {
    const name = await service.given.environment();
    await service.api
      .post('/api/admin/projects/default/environments', { environment: name })
      .expect(200);
    const feature = await service.given.feature({ enabledIn: [name, 'production'] });
    await service.sql(
      `INSERT INTO api_token (secret_hash, name, type, environment, all_projects) VALUES ('\\x01', 'of-it', 'client', $1, true)`,
      [name],
    );
    const before = (await service.api.get(`${ENVIRONMENTS}/${name}`).expect(200)).body;
    await service.api.delete(`${ENVIRONMENTS}/${name}`).expect(200);
    await service.api.get(`${ENVIRONMENTS}/${name}`).expect(404);
    const read = await service.api
      .get(`/api/admin/projects/default/features/${feature}`)
      .expect(200);
    expect(read.body.environments.map((one: { name: string }) => one.name)).toEqual([
      'development',
      'production',
    ]);
    expect(
      await service.sql('SELECT FROM feature_strategy WHERE environment = $1', [name]),
    ).toEqual([]);
    expect((await events(name)).slice(-2)).toEqual([
      {
        type: 'api-token-deleted',
        data: null,
        preData: expect.objectContaining({
          tokenName: 'of-it',
          type: 'client',
          environment: name,
          projects: ['*'],
        }),
      },
      { type: 'environment-deleted', data: null, preData: before },
    ]);
  });

  test('is refused for a protected one, an unknown one, and the only one of a project', async () => {
    const name = await service.given.environment();
    const project = await service.given.project({ environments: [name] });
    const { body } = await service.api.delete(`${ENVIRONMENTS}/${name}`).expect(400);
    expect(body).toMatchObject({
      name: 'MinimumOneEnvironmentError',
      message: expect.stringContaining(project),
    });
    await service.api.delete(`${ENVIRONMENTS}/default`).expect(403);
    await service.api.delete(`${ENVIRONMENTS}/nowhere`).expect(404);
    await service.api.get(`${ENVIRONMENTS}/${name}`).expect(200);
    expect((await events(name)).map((event) => event.type)).not.toContain('environment-deleted');
  });

  /**
   * Creates an environment whose deletion waits for the transaction `other`, which changes a
   * feature there.
   */
  async function heldUp(): Promise<{ name: string; other: QueryRunner; deleted: Promise<number> }> {
    const name = await service.given.environment();
    await service.api
      .post('/api/admin/projects/default/environments', { environment: name })
      .expect(200);
    const feature = await service.given.feature();
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query(
      'SELECT FROM feature_environment WHERE feature_name = $1 AND environment = $2 FOR UPDATE',
      [feature, name],
    );
    const deleted = service.api
      .delete(`${ENVIRONMENTS}/${name}`)
      .then((response) => response.status);
    await service.untilBlocked();
    return { name, other, deleted };
  }

  test('waits for a transaction that changes a feature there, and does not block what that one writes', async () => {
    const { name, other, deleted } = await heldUp();
    // Rows that reference the environment take this lock; waiting for it would be a deadlock.
    await other.query('SELECT FROM environment WHERE name = $1 FOR KEY SHARE NOWAIT', [name]);
    await other.query("SELECT FROM project WHERE id = 'default' FOR KEY SHARE NOWAIT");
    await other.commitTransaction();
    await other.release();
    expect(await deleted).toBe(200);
  });

  test('makes a project that is being created with it wait, and then know that it is gone', async () => {
    const { name, other, deleted } = await heldUp();
    const project = unique();
    const created = service.api
      .post('/api/admin/projects', { id: project, name: project, environments: [name] })
      .then((r) => r.status);
    await service.untilBlocked(2);
    await other.commitTransaction();
    await other.release();
    expect([await deleted, await created]).toEqual([200, 404]);
    expect(await service.sql('SELECT FROM project WHERE id = $1', [project])).toEqual([]);
  });

  test('never leaves a project without an environment, whatever else happens at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await service.given.environment(), await service.given.environment()];
      const project = await service.given.project({ environments: [a, b] });
      const statuses = await Promise.all([
        service.api.delete(`${ENVIRONMENTS}/${a}`).then((r) => r.status),
        service.api
          .delete(`/api/admin/projects/${project}/environments/${b}`)
          .then((r) => r.status),
      ]);
      expect(statuses.sort()).toEqual([200, 400]);
      expect(
        await service.sql('SELECT FROM project_environment WHERE project = $1', [project]),
      ).toHaveLength(1);
    }
  });
});

describe('cloning an environment', () => {
  test('gives features in the clone the state, strategies and variants that they have in the source', async () => {
    const project = await service.given.project();
    const features = `/api/admin/projects/${project}/features`;
    const [on, off] = [unique(), unique()];
    for (const name of [on, off]) await service.api.post(features, { name }).expect(201);
    await service.api.post(`${features}/${on}/environments/production/on`).expect(200);
    const defaults = `/api/admin/projects/${project}/environments/production/default-strategy`;
    await service.api
      .post(defaults, { name: 'flexibleRollout', parameters: { rollout: '7' } })
      .expect(200);
    const name = unique('clone');
    const { body } = await service.api
      .post(`${ENVIRONMENTS}/production/clone`, {
        name,
        type: 'preproduction',
        projects: [project],
      })
      .expect(200);
    expect(body).toEqual({
      name,
      type: 'preproduction',
      enabled: true,
      protected: false,
      sortOrder: expect.any(Number),
    });
    const state = async (feature: string, at: string): Promise<{ id?: string }> =>
      (await service.api.get(`${features}/${feature}/environments/${at}`).expect(200)).body;
    const [source, clone] = [await state(on, 'production'), await state(on, name)] as Record<
      string,
      unknown
    >[];
    const anyIds = (strategies: unknown): object[] =>
      (strategies as object[]).map((one) => ({ ...one, id: expect.any(String) }));
    expect(clone).toEqual({
      ...source,
      environment: name,
      strategies: anyIds(source!['strategies']),
    });
    expect(await state(off, name)).toMatchObject({ enabled: false, strategies: [] });
    const overview = await service.api.get(`/api/admin/projects/${project}/overview`).expect(200);
    expect(overview.body.environments.at(-1)).toMatchObject({
      environment: name,
      defaultStrategy: { parameters: { rollout: '7' } },
    });
    expect((await events(name)).map((event) => event.type)).toEqual([
      'environment-created',
      'project-environment-added',
    ]);
    const [counted] = await service.sql<{ n: number }>(
      'SELECT strategy_count AS n FROM feature_environment WHERE feature_name = $1 AND environment = $2',
      [on, name],
    );
    expect(counted!.n).toBe(1);
  });

  test('reaches all projects that have the source, unless told', async () => {
    const source = await service.given.environment();
    const project = await service.given.project({ environments: [source] });
    const name = unique('clone');
    await service.api.post(`${ENVIRONMENTS}/${source}/clone`, { name, type: 'test' }).expect(200);
    const rows = await service.sql(
      'SELECT project FROM project_environment WHERE environment = $1',
      [name],
    );
    expect(rows).toEqual([{ project }]);
  });

  test.each([
    [404, 'nowhere', { name: 'never', type: 'test' }],
    [404, 'production', { name: 'never', type: 'test', projects: ['nowhere'] }],
    [409, 'production', { name: 'development', type: 'test' }],
    [400, 'production', { name: 'never' }],
  ])('is refused with %i for %s and %j', async (status, source, body) => {
    const before = await listed();
    await service.api.post(`${ENVIRONMENTS}/${source}/clone`, body).expect(status);
    expect(await listed()).toEqual(before);
    expect(await events('never')).toEqual([]);
  });
});

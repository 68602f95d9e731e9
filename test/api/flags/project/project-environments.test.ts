import { DataSource } from 'typeorm';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const inProject = (project: string): string => `/api/admin/projects/${project}`;
const events = async (project: string): Promise<string[]> => {
  const rows = await service.sql<{ type: string }>(
    'SELECT type FROM event WHERE project = $1 ORDER BY id',
    [project],
  );
  return rows.map((row) => row.type);
};
const state = async (
  project: string,
  feature: string,
  environment: string,
): Promise<{ enabled: boolean; strategies: object[] }> =>
  (
    await service.api
      .get(`${inProject(project)}/features/${feature}/environments/${environment}`)
      .expect(200)
  ).body;

describe('adding an environment', () => {
  test('places the features of the project there, turned off', async () => {
    const project = await service.given.project({ environments: ['development'] });
    const feature = unique();
    await service.api.post(`${inProject(project)}/features`, { name: feature }).expect(201);
    await service.api
      .post(`${inProject(project)}/features/${feature}/environments/production/on`)
      .expect(404);
    await service.api
      .post(`${inProject(project)}/environments`, { environment: 'production' })
      .expect(200, '');
    expect(await state(project, feature, 'production')).toMatchObject({
      enabled: false,
      strategies: [],
    });
    await service.api
      .post(`${inProject(project)}/features/${feature}/environments/production/on`)
      .expect(200);
    expect(
      (await events(project)).filter((type) => type === 'project-environment-added'),
    ).toHaveLength(1);
  });

  test('requires approvals there from the start if it says so, and records that', async () => {
    const project = await service.given.project({ environments: ['development'] });
    const add = (environment: string, changeRequestsEnabled: unknown) =>
      service.api.post(`${inProject(project)}/environments`, {
        ...{ environment, changeRequestsEnabled },
      });
    await add('production', 'yes').expect(400);
    await add('production', true).expect(200, '');
    await add('default', false).expect(200, '');
    const { body } = await service.api.get(`${inProject(project)}/change-requests/config`);
    expect(body).toMatchObject([
      { environment: 'default', changeRequestEnabled: false },
      { environment: 'development', changeRequestEnabled: false },
      { environment: 'production', changeRequestEnabled: true, requiredApprovals: 1 },
    ]);
    expect((await events(project)).slice(-3)).toEqual([
      'project-environment-added',
      'change-request-configuration-updated',
      'project-environment-added',
    ]);
  });

  test.each([
    [
      'to a project',
      (project: string) =>
        service.api
          .post(`${inProject(project)}/environments`, { environment: 'production' })
          .expect(200),
    ],
    [
      'by cloning one',
      (project: string) =>
        service.api
          .post('/api/admin/environments/development/clone', {
            name: unique(),
            type: 'test',
            projects: [project],
          })
          .expect(200),
    ],
  ])('%s passes over a feature that is deleted at the very moment', async (_, add) => {
    const project = await service.given.project({ environments: ['development'] });
    const names = [unique(), unique()];
    for (const name of names)
      await service.api.post(`${inProject(project)}/features`, { name }).expect(201);
    const other = service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('DELETE FROM feature WHERE name = $1', [names[0]]);
    const added = add(project).then((response) => response);
    await service.untilBlocked();
    await other.commitTransaction();
    await other.release();
    await added;
    expect(
      await service.sql(
        'SELECT DISTINCT feature_name AS name FROM feature_environment WHERE feature_name = ANY ($1)',
        [names],
      ),
    ).toEqual([{ name: names[1] }]);
  });

  test('is refused again, for what is unknown, and without a name', async () => {
    const project = await service.given.project({ environments: ['development'] });
    const add = (id: string, body: object, status: number): Promise<unknown> =>
      service.api.post(`${inProject(id)}/environments`, body).expect(status);
    await add(project, { environment: 'development' }, 409);
    await add(project, { environment: 'nowhere' }, 404);
    await add('nowhere', { environment: 'development' }, 404);
    await add(project, {}, 400);
    expect(await events(project)).toEqual(['project-created']);
    const { body } = await service.api.get(`${inProject(project)}/overview`).expect(200);
    expect(body.environments).toEqual([{ environment: 'development' }]);
  });

  test('misses no feature that is created at the same moment', async () => {
    const project = await service.given.project({ environments: ['development'] });
    const names = Array.from({ length: 12 }, () => unique());
    const creations = names.map((name) =>
      service.api.post(`${inProject(project)}/features`, { name }).expect(201),
    );
    await Promise.all([
      ...creations,
      service.api
        .post(`${inProject(project)}/environments`, { environment: 'production' })
        .expect(200),
    ]);
    for (const name of names) {
      await service.api
        .post(`${inProject(project)}/features/${name}/environments/production/on`)
        .expect(200);
    }
  });
});

describe('removing an environment', () => {
  test('turns features off and keeps their strategies', async () => {
    const project = await service.given.project();
    const feature = unique();
    await service.api.post(`${inProject(project)}/features`, { name: feature }).expect(201);
    await service.api
      .post(`${inProject(project)}/features/${feature}/environments/production/on`)
      .expect(200);
    const before = await events(project);
    for (let i = 0; i < 2; i++)
      await service.api.delete(`${inProject(project)}/environments/production`).expect(200, '');
    await service.api
      .get(`${inProject(project)}/features/${feature}/environments/production`)
      .expect(404);
    expect((await events(project)).slice(before.length)).toEqual(['project-environment-removed']);
    await service.api
      .post(`${inProject(project)}/environments`, { environment: 'production' })
      .expect(200);
    const again = await state(project, feature, 'production');
    expect(again.enabled).toBe(false);
    expect(again.strategies).toHaveLength(1);
  });

  test('is refused for the last one and for what is unknown', async () => {
    const project = await service.given.project({ environments: ['development'] });
    const { body } = await service.api
      .delete(`${inProject(project)}/environments/development`)
      .expect(400);
    expect(body.name).toBe('MinimumOneEnvironmentError');
    await service.api.delete(`${inProject(project)}/environments/production`).expect(200); // not there: nothing to do
    await service.api.delete(`${inProject(project)}/environments/nowhere`).expect(404);
    await service.api.delete(`${inProject('nowhere')}/environments/production`).expect(404);
    expect(await events(project)).toEqual(['project-created']);
  });

  test('leaves one, when all are removed at the same moment', async () => {
    const project = await service.given.project();
    const remove = (name: string): Promise<number> =>
      service.api.delete(`${inProject(project)}/environments/${name}`).then((r) => r.status);
    expect((await Promise.all(['development', 'production'].map(remove))).sort()).toEqual([
      200, 400,
    ]);
  });
});

describe('the default strategy', () => {
  const preset = {
    name: 'flexibleRollout',
    title: 'Careful',
    parameters: { rollout: '10', stickiness: 'userId', groupId: '' },
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    variants: [
      { name: 'a', weight: 1, weightType: 'variable', stickiness: 'default' },
      { name: 'b', weight: 1, weightType: 'variable', stickiness: 'default' },
    ],
  };
  const kept = {
    ...preset,
    variants: preset.variants.map((variant) => ({ ...variant, weight: 500 })),
  };

  test('is what features get that are turned on, and is recorded once', async () => {
    const project = await service.given.project();
    const path = `${inProject(project)}/environments/production/default-strategy`;
    for (let i = 0; i < 2; i++)
      expect((await service.api.post(path, preset).expect(200)).body).toEqual(kept);
    const second = await service.api.post(path, { ...preset, title: null }).expect(200);
    expect(second.body.title).toBeNull();
    const rows = await service.sql(
      `SELECT data, pre_data AS "preData" FROM event WHERE project = $1 AND type = 'default-strategy-updated' ORDER BY id`,
      [project],
    );
    expect(rows).toEqual([
      { data: kept, preData: null },
      { data: { ...kept, title: null }, preData: kept },
    ]);
    await service.api.post(path, preset).expect(200);
    const feature = unique();
    await service.api.post(`${inProject(project)}/features`, { name: feature }).expect(201);
    await service.api
      .post(`${inProject(project)}/features/${feature}/environments/production/on`)
      .expect(200);
    expect((await state(project, feature, 'production')).strategies).toMatchObject([
      { ...kept, parameters: { ...preset.parameters, groupId: feature } },
    ]);
    const { body } = await service.api
      .get(`/api/admin/environments/project/${project}`)
      .expect(200);
    expect(
      body.environments.find((one: { name: string }) => one.name === 'production').defaultStrategy,
    ).toEqual(kept);
  });

  test('holds its segments fast', async () => {
    const project = await service.given.project();
    const [segment] = await service.sql<{ id: number }>(
      'INSERT INTO segment (name) VALUES ($1) RETURNING id',
      [unique('segment')],
    );
    const path = `${inProject(project)}/environments/production/default-strategy`;
    const { body } = await service.api
      .post(path, { name: 'flexibleRollout', segments: [segment!.id, segment!.id] })
      .expect(200);
    expect(body).toEqual({ name: 'flexibleRollout', segments: [segment!.id] });
    await expect(service.sql('DELETE FROM segment WHERE id = $1', [segment!.id])).rejects.toThrow(
      'default_strategy_segment_segment_fkey',
    );
    await service.api.post(path, { name: 'flexibleRollout' }).expect(200);
    await service.sql('DELETE FROM segment WHERE id = $1', [segment!.id]);
  });

  test.each([
    [400, 'production', { name: 'default' }],
    [400, 'production', {}],
    [
      400,
      'production',
      { name: 'flexibleRollout', constraints: [{ contextName: 'userId', operator: 'LIKE' }] },
    ],
    [
      404,
      'production',
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'shoeSize', operator: 'IN', values: ['44'] }],
      },
    ],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'many' }],
      },
    ],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: 'soon' }],
      },
    ],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'userId', operator: 'SEMVER_EQ', value: '1' }],
      },
    ],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        constraints: Array(31).fill({ contextName: 'userId', operator: 'IN', values: ['1'] }),
      },
    ],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        constraints: [{ contextName: 'userId', operator: 'IN', values: Array(251).fill('1') }],
      },
    ],
    [400, 'production', { name: 'flexibleRollout', parameters: { rollout: '101' } }],
    [
      400,
      'production',
      {
        name: 'flexibleRollout',
        variants: [{ name: 'a', weight: 1, weightType: 'fix', stickiness: 'default' }],
      },
    ],
    [400, 'production', { name: 'flexibleRollout', segments: [1, 2, 3, 4, 5, 6] }],
    [404, 'production', { name: 'flexibleRollout', segments: [4711] }],
    [404, 'default', { name: 'flexibleRollout' }],
    [404, 'nowhere', { name: 'flexibleRollout' }],
  ])('is refused with %i in %s for %j', async (status, environment, body) => {
    const before = await events('default');
    await service.api
      .post(`${inProject('default')}/environments/${environment}/default-strategy`, body)
      .expect(status);
    expect(await events('default')).toEqual(before);
  });

  test('takes no values that the context field does not know', async () => {
    const name = unique('field');
    await service.api
      .post('/api/admin/context', { name, legalValues: [{ value: 'red' }] })
      .expect(201);
    const project = await service.given.project();
    const path = `${inProject(project)}/environments/production/default-strategy`;
    const withValue = (value: string): object => ({
      name: 'flexibleRollout',
      constraints: [{ contextName: name, operator: 'IN', values: [value] }],
    });
    const { body } = await service.api.post(path, withValue('green')).expect(400);
    expect(body.message).toContain('not among the legal values');
    expect(await events(project)).toEqual(['project-created']);
    expect((await service.api.post(path, withValue('red')).expect(200)).body).toEqual(
      withValue('red'),
    );
  });

  test('takes no segments of other projects', async () => {
    const [project, other] = [await service.given.project(), await service.given.project()];
    const [segment] = await service.sql<{ id: number }>(
      'INSERT INTO segment (name, project) VALUES ($1, $1) RETURNING id',
      [other],
    );
    const at = (id: string): string => `${inProject(id)}/environments/production/default-strategy`;
    await service.api
      .post(at(project), { name: 'flexibleRollout', segments: [segment!.id] })
      .expect(400);
    await service.api
      .post(at(other), { name: 'flexibleRollout', segments: [segment!.id] })
      .expect(200);
  });
});

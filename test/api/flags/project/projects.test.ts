import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

const PROJECTS = '/api/admin/projects';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

interface Event {
  type: string;
  data: Record<string, unknown> | null;
  preData: Record<string, unknown> | null;
}
const events = (project: string): Promise<Event[]> =>
  service.sql<Event>(
    'SELECT type, data, pre_data AS "preData" FROM event WHERE project = $1 ORDER BY id',
    [project],
  );
const ids = async (archived = false): Promise<string[]> => {
  const { body } = await service.api.get(`${PROJECTS}?archived=${archived}`).expect(200);
  return body.projects.map((project: { id: string }) => project.id);
};

describe('creating a project', () => {
  test('answers the project with its environments and records it', async () => {
    const id = unique('project');
    const sent = {
      id,
      name: ' Shop ',
      description: 'Sells',
      mode: 'private',
      defaultStickiness: 'userId',
      featureLimit: 3,
    };
    const { body } = await service.api
      .post(PROJECTS, { ...sent, environments: ['production', 'development', 'production'] })
      .expect(201);
    expect(body).toEqual({ ...sent, name: 'Shop', environments: ['development', 'production'] });
    expect(await events(id)).toEqual([{ type: 'project-created', data: body, preData: null }]);
    expect(await ids()).toContain(id);
  });

  test('makes an id of the name, and another one of the same name', async () => {
    const made = [];
    for (const name of ['Große Pläne!', 'Große Pläne!', 'Archive', '日本']) {
      made.push(
        (await service.api.post(PROJECTS, { name, environments: ['default'] }).expect(201)).body.id,
      );
    }
    expect(made).toEqual(['grosse-plane', 'grosse-plane-2', 'archive-2', 'project']);
  });

  test('makes different ids for the same name at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.api.post(PROJECTS, { name: 'Crowd' }).expect(201)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(6);
  });

  test('takes the environments that are turned on by default', async () => {
    const { body } = await service.api.post(PROJECTS, { name: 'Defaults' }).expect(201);
    expect(body).toEqual({
      id: 'defaults',
      name: 'Defaults',
      featureLimit: null,
      mode: 'open',
      defaultStickiness: 'default',
      environments: ['development', 'production'],
    });
  });

  test.each([
    [409, 'NameExistsError', { id: 'default', name: 'Again' }],
    [400, 'BadDataError', { id: 'a b', name: 'Blank in the id' }],
    [400, 'BadDataError', { id: 'Archive', name: 'A word of paths' }],
    [400, 'BadDataError', { name: '  ' }],
    [400, 'BadDataError', {}],
    [400, 'BadDataError', { name: 'Mode', mode: 'closed' }],
    [404, 'NotFoundError', { name: 'Nowhere', environments: ['production', 'nowhere'] }],
    [
      400,
      'BadDataError',
      {
        name: 'Requests',
        environments: ['development'],
        changeRequestEnvironments: [{ name: 'production' }],
      },
    ],
    [
      400,
      'BadDataError',
      {
        name: 'Twice',
        changeRequestEnvironments: [{ name: 'production' }, { name: 'production' }],
      },
    ],
    [
      400,
      'BadDataError',
      {
        name: 'Many',
        changeRequestEnvironments: [{ name: 'production', requiredApprovals: 11 }],
      },
    ],
    [400, 'BadDataError', { name: 'Limit', featureLimit: 0 }],
  ])('is refused with %i %s for %j', async (status, error, body) => {
    const before = await ids();
    expect((await service.api.post(PROJECTS, body).expect(status)).body.name).toBe(error);
    expect(await ids()).toEqual(before);
  });

  test('can require approvals from the start, which is recorded', async () => {
    const wanted = [{ name: 'production', requiredApprovals: 2 }, { name: 'development' }];
    const id = unique('project');
    const { body } = await service.api
      .post(PROJECTS, { id, name: id, changeRequestEnvironments: wanted })
      .expect(201);
    expect(body.changeRequestEnvironments).toEqual([
      { name: 'production', requiredApprovals: 2 },
      { name: 'development', requiredApprovals: 1 },
    ]);
    const config = await service.api.get(`${PROJECTS}/${id}/change-requests/config`).expect(200);
    expect(config.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ environment: 'production', requiredApprovals: 2 }),
      ]),
    );
    const name = unique();
    await service.api.post(`${PROJECTS}/${id}/features`, { name }).expect(201);
    const place = `${PROJECTS}/${id}/features/${name}/environments/development`;
    await service.api.post(`${place}/on`).expect(403);
    const events = await service.sql(
      `SELECT environment, data FROM event
        WHERE project = $1 AND type = 'change-request-configuration-updated' ORDER BY id`,
      [id],
    );
    expect(events).toMatchObject([
      { environment: 'production', data: { requiredApprovals: 2 } },
      { environment: 'development', data: { requiredApprovals: 1 } },
    ]);
  });

  test('can be tried by id', async () => {
    await service.api.post(`${PROJECTS}/validate`, { id: 'free' }).expect(200);
    await service.api.post(`${PROJECTS}/validate`, { id: 'default' }).expect(409);
    for (const id of ['', 'a/b', 'revive'])
      await service.api.post(`${PROJECTS}/validate`, { id }).expect(400);
  });
});

describe('listing projects', () => {
  test('tells how each project is', async () => {
    const project = await service.given.project({ name: 'Listed' });
    const features = `${PROJECTS}/${project}/features`;
    for (const stale of [true, false, false])
      await service.api.post(features, { name: unique(), stale }).expect(201);
    await service.api
      .post(features, { name: unique(), createdAt: '2020-01-01T00:00:00Z' })
      .expect(201);
    const { body } = await service.api.get(PROJECTS).expect(200);
    const listed = body.projects.find((one: { id: string }) => one.id === project);
    expect(listed).toMatchObject({
      name: 'Listed',
      health: 50,
      featureCount: 4,
      staleFeatureCount: 1,
      potentiallyStaleFeatureCount: 1,
      memberCount: 0,
      favorite: false,
      archivedAt: null,
      avgTimeToProduction: 0,
      lastReportedFlagUsage: null,
      owners: [{ ownerType: 'system' }],
    });
    expect(listed.lastUpdatedAt).not.toBeNull();
  });
});

describe('changing a project', () => {
  test('keeps what is left out, and records what was and what is; once', async () => {
    const project = await service.given.project({ description: 'Before', mode: 'protected' });
    await service.api.put(`${PROJECTS}/${project}`, { name: 'After', featureLimit: 5 }).expect(200);
    await service.api.put(`${PROJECTS}/${project}`, { name: 'After', featureLimit: 5 }).expect(200);
    const { body } = await service.api.get(`${PROJECTS}/${project}/overview`).expect(200);
    expect(body).toMatchObject({
      name: 'After',
      description: 'Before',
      mode: 'protected',
      featureLimit: 5,
    });
    const [, change, ...rest] = await events(project);
    expect(rest).toEqual([]);
    expect(change).toMatchObject({
      type: 'project-updated',
      data: { name: 'After', featureLimit: 5, description: 'Before' },
      preData: { name: project, featureLimit: null, description: 'Before' },
    });
  });

  test('changes settings', async () => {
    const project = await service.given.project();
    const featureNaming = {
      pattern: 'shop-[a-z]+',
      example: 'shop-basket',
      description: 'shop- and a word',
    };
    const linkTemplates = [{ title: 'Search', urlTemplate: 'https://search.example/{{feature}}' }];
    await service.api
      .put(`${PROJECTS}/${project}/settings`, { mode: 'private', featureNaming, linkTemplates })
      .expect(200);
    await service.api
      .put(`${PROJECTS}/${project}/settings`, { mode: 'private', featureNaming, linkTemplates })
      .expect(200);
    const { body } = await service.api.get(`${PROJECTS}/${project}/overview`).expect(200);
    expect(body).toMatchObject({ mode: 'private', featureNaming, linkTemplates });
    expect((await events(project)).map((event) => event.type)).toEqual([
      'project-created',
      'project-updated',
    ]);
    await service.api
      .put(`${PROJECTS}/${project}/settings`, { featureNaming: { pattern: '' } })
      .expect(200);
    const cleared = await service.api.get(`${PROJECTS}/${project}/overview`).expect(200);
    expect(cleared.body.featureNaming).toEqual({ pattern: null, example: null, description: null });
    expect(cleared.body.mode).toBe('private');
  });

  test.each([
    ['', {}],
    ['', { name: '' }],
    ['', { name: 'x', mode: 'closed' }],
    ['/settings', { featureNaming: { pattern: '(' } }],
    ['/settings', { featureNaming: { pattern: 'a b' } }],
    ['/settings', { featureNaming: { pattern: 'a+', example: 'b' } }],
    ['/settings', { featureNaming: { pattern: null, example: 'b' } }],
    ['/settings', { featureNaming: { pattern: '(a+)+', example: `${'a'.repeat(60)}!` } }],
    ['/settings', { linkTemplates: [{ urlTemplate: 'javascript:alert(1)' }] }],
    ['/settings', { linkTemplates: [{ title: 'x' }] }],
  ])('is refused with 400 for PUT %s %j', async (path, body) => {
    const before = await events('default');
    await service.api.put(`${PROJECTS}/default${path}`, body).expect(400);
    expect(await events('default')).toEqual(before);
  });

  test('is 404 for an unknown project', async () => {
    await service.api.put(`${PROJECTS}/nowhere`, { name: 'x' }).expect(404);
    await service.api.put(`${PROJECTS}/nowhere/settings`, { mode: 'open' }).expect(404);
  });
});

describe('what a project asks of new features', () => {
  test('their names follow its pattern, the whole of them', async () => {
    const project = await service.given.project();
    await service.api
      .put(`${PROJECTS}/${project}/settings`, {
        featureNaming: { pattern: 'a|b-[0-9]+', example: 'b-1' },
      })
      .expect(200);
    const features = `${PROJECTS}/${project}/features`;
    const { body } = await service.api.post(features, { name: 'ab-1' }).expect(400);
    expect(body).toMatchObject({
      name: 'BadDataError',
      message: expect.stringContaining('a|b-[0-9]+'),
    });
    await service.api.post(features, { name: 'b-77' }).expect(201);
    const validate = '/api/admin/features/validate';
    await service.api.post(validate, { name: 'b-78', projectId: project }).expect(200);
    await service.api.post(validate, { name: 'b-77', projectId: project }).expect(409);
    await service.api.post(validate, { name: 'c', projectId: project }).expect(400);
    await service.api.post(validate, { name: 'c', projectId: 'nowhere' }).expect(200);
    expect(
      (await events(project)).filter((event) => event.type === 'feature-created'),
    ).toHaveLength(1);
  });

  test('there are no more than it may have, however many come at once', async () => {
    const project = await service.given.project({ featureLimit: 3 });
    const create = (): Promise<number> =>
      service.api.post(`${PROJECTS}/${project}/features`, { name: unique() }).then((r) => r.status);
    const statuses = await Promise.all(Array.from({ length: 7 }, create));
    expect(statuses.sort()).toEqual([201, 201, 201, 403, 403, 403, 403]);
    await service.api
      .post(`${PROJECTS}/${project}/features`, { name: unique(), archived: true })
      .expect(201);
  });
});

describe('archiving, reviving, deleting', () => {
  test('archives a project without live features, and brings it back', async () => {
    const project = await service.given.project();
    for (let i = 0; i < 2; i++)
      await service.api.post(`${PROJECTS}/archive/${project}`).expect(200);
    expect(await ids()).not.toContain(project);
    expect(await ids(true)).toContain(project);
    expect(
      (await service.api.get(`${PROJECTS}/${project}/overview`).expect(200)).body.archivedAt,
    ).not.toBeNull();
    await service.api.post(`${PROJECTS}/${project}/features`, { name: unique() }).expect(404);
    await service.api.put(`${PROJECTS}/${project}`, { name: 'x' }).expect(404);
    for (let i = 0; i < 2; i++) await service.api.post(`${PROJECTS}/revive/${project}`).expect(200);
    expect(await ids()).toContain(project);
    await service.api.post(`${PROJECTS}/${project}/features`, { name: unique() }).expect(201);
    expect((await events(project)).map((event) => event.type)).toEqual([
      'project-created',
      'project-archived',
      'project-revived',
      'feature-created',
    ]);
  });

  test('archives the project that the path means, whatever its id', async () => {
    const project = await service.given.project({ id: 'features' });
    await service.api.post(`${PROJECTS}/archive/${project}`).expect(200);
    expect(await ids(true)).toContain('features');
  });

  test('deletes a project with its archived features and its segments, and records each', async () => {
    const project = await service.given.project();
    const name = unique();
    await service.api
      .post(`${PROJECTS}/${project}/features`, { name, tags: [{ type: 'simple', value: 'kept' }] })
      .expect(201);
    await service.api.delete(`${PROJECTS}/${project}/features/${name}`).expect(202);
    const [segment] = await service.sql<{ id: number }>(
      `INSERT INTO segment (name, project) VALUES ($1, $1) RETURNING id`,
      [project],
    );
    const preset = { name: 'flexibleRollout', segments: [segment!.id] };
    await service.api
      .post(`${PROJECTS}/${project}/environments/production/default-strategy`, preset)
      .expect(200);
    await service.api.delete(`${PROJECTS}/${project}`).expect(200);
    await service.api.get(`${PROJECTS}/${project}/overview`).expect(404);
    expect((await events(project)).slice(-3)).toMatchObject([
      { type: 'feature-deleted', preData: { name, project } },
      { type: 'segment-deleted', preData: { name: project, project } },
      { type: 'project-deleted', data: null, preData: null },
    ]);
    expect(await service.sql('SELECT FROM feature WHERE name = $1', [name])).toEqual([]);
    await service.api.delete(`${PROJECTS}/${project}`).expect(404);
  });

  test('takes the tokens along that are good for the project alone, and the project away from others, and records both', async () => {
    const [project, other] = [await service.given.project(), await service.given.project()];
    const tokens = '/api/admin/api-tokens';
    const token = async (projects: string[]) =>
      (
        await service.api
          .post(tokens, {
            tokenName: project,
            type: 'client',
            environment: 'development',
            projects,
          })
          .expect(201)
      ).body;
    const [own, shared] = [await token([project]), await token([project, other])];
    await service.api.delete(`${PROJECTS}/${project}`).expect(200);
    await service.api.as({ token: own.secret }).get('/api/client/features').expect(401);
    const { body } = await service.api
      .as({ token: shared.secret })
      .get('/api/client/features')
      .expect(200);
    expect(body.query.project).toEqual([other]);
    const left = {
      ...shared,
      project: other,
      projects: [other],
      secret: `${other}:development.****-${shared.id}`,
    };
    expect((await service.api.get(`${tokens}/${project}`).expect(200)).body.tokens).toEqual([left]);
    const recorded = await service.sql(
      `SELECT type, project, environment, data, pre_data AS "preData" FROM event WHERE type ~ '^api-token-(upd|del)' ORDER BY type`,
    );
    const bare = (token: object): object => ({ ...token, secret: undefined });
    expect(recorded).toEqual([
      {
        type: 'api-token-deleted',
        project,
        environment: 'development',
        data: null,
        preData: bare(own),
      },
      {
        type: 'api-token-updated',
        project: shared.project,
        environment: 'development',
        data: bare(left),
        preData: bare(shared),
      },
    ]);
  });

  test('is refused while there are live features, and for the project default', async () => {
    const project = await service.given.project();
    await service.api.post(`${PROJECTS}/${project}/features`, { name: unique() }).expect(201);
    const before = await ids();
    for (const id of [project, 'default']) {
      expect((await service.api.post(`${PROJECTS}/archive/${id}`).expect(403)).body.name).toBe(
        'InvalidOperationError',
      );
      expect((await service.api.delete(`${PROJECTS}/${id}`).expect(403)).body.name).toBe(
        'InvalidOperationError',
      );
    }
    for (const way of ['archive', 'revive'])
      await service.api.post(`${PROJECTS}/${way}/nowhere`).expect(404);
    expect(await ids()).toEqual(before);
    expect((await events(project)).map((event) => event.type)).toEqual([
      'project-created',
      'feature-created',
    ]);
  });
});

import {
  accessTo,
  give,
  group,
  MEMBER,
  OWNER,
  role,
  type SignedIn,
  somebody,
} from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { USERS } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const features = (project: string): string => `/api/admin/projects/${project}/features`;
async function featureIn(project: string): Promise<string> {
  const name = unique();
  await service.api.post(features(project), { name }).expect(201);
  return name;
}

test('the permission to turn off in production allows neither turning on there nor turning off elsewhere', async () => {
  const project = await service.given.project();
  const name = await featureIn(project);
  const at = (environment: string, way: string) =>
    `${features(project)}/${name}/environments/${environment}/${way}`;
  const firefighter = await somebody(service);
  const off = await role(service, 'custom', {
    name: 'DISABLE_FEATURE_ENVIRONMENT',
    environment: 'production',
  });
  await give(service, project, [off], { users: [firefighter.id] });
  for (const environment of ['development', 'production'])
    await service.api.post(at(environment, 'on')).expect(200);
  const enabled = async () => {
    const { body } = await service.api.get(`${features(project)}/${name}`).expect(200);
    return Object.fromEntries(
      body.environments.map((one: { name: string; enabled: boolean }) => [one.name, one.enabled]),
    );
  };

  await firefighter.api.post(at('development', 'off')).expect(403);
  expect(await enabled()).toEqual({ development: true, production: true });
  await firefighter.api.post(at('production', 'off')).expect(200);
  expect(await enabled()).toEqual({ development: true, production: false });
  await firefighter.api.post(at('production', 'on')).expect(403);
  await firefighter.api
    .post(`${features(project)}/${name}/environments/production/strategies`, { name: 'default' })
    .expect(403);
  expect(await enabled()).toEqual({ development: true, production: false });

  const elsewhere = await featureIn('default');
  await firefighter.api
    .post(`${features('default')}/${elsewhere}/environments/production/off`)
    .expect(403);
});

test.each([
  ['open', 201],
  ['protected', 403],
  ['private', 404],
])(
  'in %s projects root roles count or do not, and the roles there always do',
  async (mode, editors) => {
    const project = await service.given.project({ mode });
    const [editor, member, viewer] = [
      await somebody(service, 'Editor'),
      await somebody(service),
      await somebody(service),
    ];
    await give(service, project, [MEMBER], { users: [member.id] });
    const create = (who: SignedIn) => who.api.post(features(project), { name: unique() });
    await create(member).expect(201);
    await create(editor).expect(editors);
    await create(viewer).expect(403);
    await member.api.put(`/api/admin/projects/${project}`, { name: 'Mine' }).expect(403);
    await member.api.get(accessTo(project)).expect(200);
  },
);

test.each([
  ['open', 200],
  ['protected', 403],
])('in %s projects an Editor changes settings, or does not', async (mode, status) => {
  const project = await service.given.project({ mode });
  const path = `/api/admin/projects/${project}`;
  await service.api.delete(`${path}/environments/development`).expect(200);
  const { api } = await somebody(service, 'Editor');
  const before = await service.sql('SELECT type FROM event WHERE project = $1', [project]);
  await api.post(`${path}/environments`, { environment: 'development' }).expect(status);
  await api.put(path, { name: 'Renamed by an editor' }).expect(status);
  await api
    .post(`${path}/environments/production/default-strategy`, { name: 'flexibleRollout' })
    .expect(status);
  const after = await service.sql<{ type: string }>(
    'SELECT type FROM event WHERE project = $1 ORDER BY id',
    [project],
  );
  expect(after.slice(before.length).map(({ type }) => type)).toEqual(
    status === 200
      ? ['project-environment-added', 'project-updated', 'default-strategy-updated']
      : [],
  );
  await api.delete(path).expect(403);
});

test('an Editor sees client and frontend tokens, masked, and changes none', async () => {
  const project = await service.given.project();
  const closed = await service.given.project({ mode: 'protected' });
  const create = async (body: object) =>
    (
      await service.api
        .post('/api/admin/api-tokens', { environment: 'development', ...body })
        .expect(201)
    ).body as { id: number; secret: string };
  const client = await create({ tokenName: 'one', type: 'client', projects: [project] });
  const { api } = await somebody(service, 'Editor');
  const { tokens } = (await api.get('/api/admin/api-tokens').expect(200)).body;
  const types = new Set(tokens.map(({ type }: { type: string }) => type));
  expect([...types].sort()).toEqual(['client', 'frontend']);
  expect(JSON.stringify(tokens)).not.toContain(client.secret);
  const ofProject = (await api.get(`/api/admin/projects/${project}/api-tokens`).expect(200)).body;
  expect(ofProject.tokens).toMatchObject([
    { tokenName: 'one', secret: `${project}:development.****-${client.id}` },
  ]);
  await api.get(`/api/admin/projects/${closed}/api-tokens`).expect(403);
  const body = { tokenName: 'two', type: 'client', environment: 'development' };
  await api.post('/api/admin/api-tokens', body).expect(403);
  await api.delete(`/api/admin/api-tokens/${client.id}`).expect(403);
  await api
    .put(`/api/admin/api-tokens/${client.id}`, { expiresAt: '2090-01-01T00:00:00Z' })
    .expect(403);
  const viewer = await somebody(service);
  await viewer.api.get('/api/admin/api-tokens').expect(403);
  expect((await service.api.get('/api/admin/api-tokens').expect(200)).body.tokens).toContainEqual(
    expect.objectContaining({ id: client.id, expiresAt: null }),
  );
});

test.each([
  ['UPDATE_MAINTENANCE_MODE', '/api/admin/maintenance', { enabled: false }, 204],
  ['UPDATE_CORS', '/api/admin/ui-config/cors', { frontendApiOrigins: ['*'] }, 204],
  ['UPDATE_INSTANCE_BANNERS', '/api/admin/banners', { message: 'Hello', enabled: false }, 201],
])('%s allows POST %s, and nothing else does but ADMIN', async (permission, path, body, status) => {
  const having = await somebody(service, await role(service, 'root-custom', permission));
  const lacking = await somebody(service, 'Editor');

  await lacking.api.post(path, body).expect(403);
  await having.api.post(path, body).expect(status);
  await having.api.post('/api/admin/environments', { name: unique(), type: 'x' }).expect(403);
});

test('who may change banners also sees those that are hidden, and their events', async () => {
  const having = await somebody(
    service,
    await role(service, 'root-custom', 'UPDATE_INSTANCE_BANNERS'),
  );
  const lacking = await somebody(service);
  const banner = { message: unique(), enabled: false };
  await service.api.post('/api/admin/banners', banner).expect(201);

  const { body: seen } = await having.api.get('/api/admin/banners').expect(200);
  expect(seen.banners).toContainEqual(expect.objectContaining(banner));
  const { body: unseen } = await lacking.api.get('/api/admin/banners').expect(200);
  expect(unseen.banners).not.toContainEqual(expect.objectContaining(banner));
  for (const [{ api }, count] of [
    [having, 1],
    [lacking, 0],
  ] as const) {
    const search = `/api/admin/search/events?query=${banner.message}`;
    expect((await api.get(search).expect(200)).body.events).toHaveLength(count);
  }
});

describe('what a user may do', () => {
  test('in a project is told with the roles of groups, and root roles where they count', async () => {
    const rootRole = await role(service, 'root-custom', 'READ_LOGS');
    const one = await somebody(service);
    const groupId = await group(service, [one.id], { rootRole });
    const roles = async (project: string) =>
      (await one.api.get(`/api/admin/user/roles?projectId=${project}`).expect(200)).body.roles;
    const open = await service.given.project();
    const closed = await service.given.project({ mode: 'protected' });
    const unseen = await service.given.project({ mode: 'private' });
    for (const project of [open, closed]) {
      await give(service, project, [MEMBER], { users: [one.id], groups: [groupId] });
      await give(service, project, [OWNER], { groups: [groupId] });
    }
    const ids = (list: { id: number; project: string }[]) =>
      list.map(({ id, project }) => [id, project]);
    expect(ids(await roles('default'))).toEqual([
      [3, 'default'],
      [rootRole, 'default'],
    ]);
    expect(ids(await roles(open))).toEqual([
      [3, 'default'],
      [rootRole, 'default'],
      [OWNER, open],
      [MEMBER, open],
    ]);
    expect(ids(await roles(closed))).toEqual([
      [OWNER, closed],
      [MEMBER, closed],
    ]);
    await one.api.get(`/api/admin/user/roles?projectId=${unseen}`).expect(404);
    const { projects } = (await one.api.get('/api/admin/user/profile').expect(200)).body;
    expect(projects).toEqual(expect.arrayContaining(['default', open, closed]));
    expect(projects).not.toContain(unseen);
  });

  test('is shown to administrators, permission by permission', async () => {
    const project = await service.given.project({ mode: 'protected' });
    const editor = await somebody(service, 'Editor');
    const rootRole = await role(service, 'root-custom', 'READ_LOGS');
    await group(service, [editor.id], { rootRole });
    const custom = await role(service, 'custom', 'UPDATE_PROJECT', {
      name: 'UPDATE_FEATURE_ENVIRONMENT',
      environment: 'development',
    });
    await give(service, project, [custom], { users: [editor.id] });
    const told = async (query = '') =>
      (await service.api.get(`${USERS}/${editor.id}/permissions${query}`).expect(200)).body;
    const has = (
      { overview }: { overview: Record<string, { name: string; hasPermission: boolean }[]> },
      name: string,
    ) =>
      Object.values(overview)
        .flat()
        .find((one) => one.name === name)?.hasPermission;

    const anywhere = await told();
    expect(anywhere.matrix).toEqual({ ...anywhere.overview, environment: [] });
    const environment = 'development';
    const there = await told(`?project=${project}&environment=${environment}`);
    expect(there.matrix.environment).toEqual(
      there.overview.environment.map((one: object) => ({ environment, ...one })),
    );
    expect(anywhere).toMatchObject({
      user: { id: editor.id },
      rootRole: { id: 2 },
      groupRootRoles: [{ id: rootRole }],
      projectRoles: [{ id: custom, project }],
    });
    expect(
      ['ADMIN', 'CREATE_PROJECT', 'READ_LOGS', 'CREATE_FEATURE', 'UPDATE_PROJECT'].map((name) =>
        has(anywhere, name),
      ),
    ).toEqual([false, true, true, true, true]);
    const inDefault = await told('?project=default&environment=production');
    expect(inDefault.projectRoles).toEqual([]);
    expect(
      ['CREATE_FEATURE', 'UPDATE_PROJECT', 'UPDATE_FEATURE_ENVIRONMENT'].map((name) =>
        has(inDefault, name),
      ),
    ).toEqual([true, true, true]);
    for (const [environment, may] of [
      ['development', true],
      ['production', false],
    ] as const) {
      const inProject = await told(`?project=${project}&environment=${environment}`);
      expect(
        ['CREATE_FEATURE', 'UPDATE_PROJECT', 'UPDATE_FEATURE_ENVIRONMENT'].map((name) =>
          has(inProject, name),
        ),
      ).toEqual([false, true, may]);
    }
    const viewer = await somebody(service);
    await give(service, project, [custom], { users: [viewer.id] });
    const inSome = async (environment: string) =>
      has(
        (await service.api.get(`${USERS}/${viewer.id}/permissions?environment=${environment}`))
          .body,
        'UPDATE_FEATURE_ENVIRONMENT',
      );
    expect([await inSome('development'), await inSome('production')]).toEqual([true, false]);
    await service.api.get(`${USERS}/${editor.id}/permissions?project=nosuch`).expect(404);
    await service.api.get(`${USERS}/${editor.id}/permissions?environment=nosuch`).expect(404);
    await service.api.get(`${USERS}/99999/permissions`).expect(404);
    await editor.api.get(`${USERS}/${editor.id}/permissions`).expect(403);
  });

  test('is listed for all of them', async () => {
    const [open, unused] = [await service.given.project(), await service.given.project()];
    const { id, username } = await somebody(service, 'Editor');
    const groupId = await group(service, [id]);
    const { name } = (await service.api.get(`/api/admin/groups/${groupId}`).expect(200)).body;
    await give(service, open, [MEMBER], { users: [id], groups: [groupId] });
    await give(service, unused, [MEMBER], { groups: [groupId] });
    await service.api.post(`/api/admin/projects/archive/${unused}`).expect(200);
    const { body } = await service.api.get('/api/admin/access/overview').expect(200);
    expect(body.overview.find((one: { userId: number }) => one.userId === id)).toEqual({
      userId: id,
      userName: username,
      userEmail: '',
      rootRole: 'Editor',
      groups: [name],
      accessibleProjects: [open],
      createdAt: expect.any(String),
      lastSeen: expect.any(String),
    });
    const { text } = await service.api
      .get('/api/admin/access/overview')
      .set('Accept', 'text/csv')
      .expect('Content-Type', 'text/csv; charset=utf-8');
    const [head, ...lines] = text.split('\r\n');
    expect(head).toBe(
      'userId,userName,userEmail,rootRole,groups,accessibleProjects,lastSeen,createdAt',
    );
    const line = lines.find((one: string) => one.startsWith(`${id},`));
    expect(line).toContain(`${id},${username},,Editor,"[""${name}""]","[""${open}""]",`);
  });
});

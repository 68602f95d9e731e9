import { give, role, ROLES, somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { USERS } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  recorded = await recorder(service);
});

const all = async (): Promise<unknown> => (await service.api.get(ROLES).expect(200)).body;

describe('the permissions', () => {
  test('are listed by how far they reach, those of environments for each of them', async () => {
    const { body } = await service.api.get('/api/admin/permissions').expect(200);
    expect(body.version).toBe(2);
    expect(body.permissions.root).toContainEqual({
      id: 1,
      name: 'ADMIN',
      displayName: 'Admin',
      type: 'root',
    });
    expect(body.permissions.project).toContainEqual({
      id: 5,
      name: 'CREATE_FEATURE',
      displayName: 'Create feature flags',
      type: 'project',
    });
    expect(body.permissions.environments.map((one: { name: string }) => one.name)).toEqual([
      'default',
      'development',
      'production',
    ]);
  });

  test('have the names and the order of the reference, and others follow', async () => {
    const { body } = await service.api.get('/api/admin/permissions').expect(200);
    const labels = (list: { name: string; displayName: string }[]): string[] =>
      list.map(({ name, displayName }) => `${name}: ${displayName}`);
    expect(labels(body.permissions.environments[2].permissions)).toEqual([
      'CREATE_FEATURE_STRATEGY: Create activation strategies',
      'UPDATE_FEATURE_STRATEGY: Update activation strategies',
      'DELETE_FEATURE_STRATEGY: Delete activation strategies',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS: Update variants',
      'APPLY_CHANGE_REQUEST: Apply change requests',
      expect.stringMatching(/^SKIP_CHANGE_REQUEST: Turn features off at once/),
      'APPROVE_CHANGE_REQUEST: Approve/Reject change requests',
      'UPDATE_FEATURE_ENVIRONMENT: Enable/disable flags',
      'DISABLE_FEATURE_ENVIRONMENT: Turn features off, but not on',
      'PROJECT_DEFAULT_STRATEGY_WRITE: Change the default strategy',
    ]);
    const tokens = labels(body.permissions.root).filter((one) => one.includes('_API_TOKEN'));
    expect(tokens.slice(0, 5)).toEqual([
      'CREATE_CLIENT_API_TOKEN: Create CLIENT API tokens',
      'UPDATE_CLIENT_API_TOKEN: Update CLIENT API tokens',
      'DELETE_CLIENT_API_TOKEN: Delete CLIENT API tokens',
      'READ_CLIENT_API_TOKEN: Read CLIENT API tokens',
      'CREATE_FRONTEND_API_TOKEN: Create FRONTEND API tokens',
    ]);
  });
});

describe('creating a role', () => {
  test('for projects takes permissions by name and by id, in one environment or in all', async () => {
    const name = unique('Releaser');
    const permissions = [
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      { id: 46, environment: 'production' },
      { name: 'CREATE_FEATURE', environment: null },
      { id: 5, name: 'CREATE_FEATURE', environment: '' },
    ];
    const { body } = await service.api
      .post(ROLES, { name: ` ${name} `, description: 'Releases', permissions })
      .expect(200);
    const { id } = body.roles;
    expect(body).toEqual({
      version: 1,
      roles: { id, type: 'custom', name, description: 'Releases' },
    });
    const data = {
      ...body.roles,
      permissions: [
        { name: 'CREATE_FEATURE' },
        { name: 'DISABLE_FEATURE_ENVIRONMENT', environment: 'production' },
        { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      ],
    };
    expect(await recorded()).toEqual([event('role-created', { data })]);
    expect((await service.api.get(`${ROLES}/${id}`).expect(200)).body).toEqual({
      ...body.roles,
      permissions: [
        { id: 5, name: 'CREATE_FEATURE', displayName: 'Create feature flags', type: 'project' },
        {
          id: 8,
          name: 'UPDATE_FEATURE_ENVIRONMENT',
          displayName: 'Enable/disable flags',
          type: 'environment',
          environment: 'development',
        },
        {
          id: 46,
          name: 'DISABLE_FEATURE_ENVIRONMENT',
          displayName: 'Turn features off, but not on',
          type: 'environment',
          environment: 'production',
        },
      ],
    });
    expect(((await all()) as { roles: unknown[] }).roles).toContainEqual(body.roles);
  });

  test('for the whole instance makes it one that users can have, by its id or its name', async () => {
    const name = unique('Auditor');
    const { body } = await service.api
      .post(ROLES, { name, type: 'root-custom', permissions: [{ name: 'READ_LOGS' }] })
      .expect(200);
    expect(body.roles).toMatchObject({ type: 'root-custom', description: '' });
    expect((await service.api.get(USERS).expect(200)).body.rootRoles).toContainEqual(body.roles);
    const auditor = await somebody(service, name);
    expect((await service.api.get(`${USERS}/${auditor.id}`).expect(200)).body.rootRole).toBe(
      body.roles.id,
    );
    expect((await auditor.api.get('/api/admin/user').expect(200)).body.permissions).toEqual([
      { permission: 'READ_LOGS' },
      { permission: 'RELEASE_PLAN_TEMPLATE_VIEW_OVERVIEW' },
    ]);
    await auditor.api.get(USERS).expect(403);
  });

  test.each([
    ['without a name', { name: ' ' }, 'BadDataError'],
    ['with a built-in type', { type: 'root' }, 'BadDataError'],
    ['with an unknown permission', { permissions: [{ name: 'FLY' }] }, 'BadDataError'],
    ['with an unknown id of a permission', { permissions: [{ id: 999 }] }, 'BadDataError'],
    [
      'with a permission that is not named',
      { permissions: [{ environment: 'production' }] },
      'BadDataError',
    ],
    [
      'with an unknown environment',
      { permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'nosuch' }] },
      'BadDataError',
    ],
    [
      'with an environment for what is good in a project',
      { permissions: [{ name: 'CREATE_FEATURE', environment: 'production' }] },
      'BadDataError',
    ],
    [
      'with a permission of the instance, for projects',
      { permissions: [{ name: 'CREATE_PROJECT' }] },
      'BadDataError',
    ],
    [
      'with a permission of projects, for the instance',
      { type: 'root-custom', permissions: [{ name: 'CREATE_FEATURE' }] },
      'BadDataError',
    ],
    ['under a name that is taken', { name: 'Viewer' }, 'NameExistsError'],
  ])('%s is refused, and by its validation too', async (_, properties, name) => {
    const before = await all();
    const role = { name: unique('role'), type: 'custom', ...properties };
    const status = name === 'NameExistsError' ? 409 : 400;
    for (const path of [`${ROLES}/validate`, ROLES])
      expect((await service.api.post(path, role).expect(status)).body.name).toBe(name);
    expect(await all()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('that would be possible is told by its validation, which creates nothing', async () => {
    const before = await all();
    await service.api
      .post(`${ROLES}/validate`, {
        name: unique('role'),
        permissions: [{ name: 'UPDATE_FEATURE' }],
      })
      .expect(200);
    expect(await all()).toEqual(before);
  });
});

describe('changing a role', () => {
  test('keeps what is left out, and records before and after', async () => {
    const id = await role(service, 'custom', 'CREATE_FEATURE');
    const { body: before } = await service.api.get(`${ROLES}/${id}`).expect(200);
    await recorded();
    const name = unique('renamed');
    const { body } = await service.api.put(`${ROLES}/${id}`, { name }).expect(200);
    expect(body.roles).toEqual({ id, type: 'custom', name, description: '' });
    const preData = {
      id,
      name: before.name,
      type: 'custom',
      description: '',
      permissions: [{ name: 'CREATE_FEATURE' }],
    };
    expect(await recorded()).toEqual([
      event('role-updated', { data: { ...preData, name }, preData }),
    ]);

    const permissions = [{ name: 'UPDATE_FEATURE' }];
    await service.api
      .put(`${ROLES}/${id}`, { name, description: 'Changes', type: 'custom', permissions })
      .expect(200);
    const data = { ...preData, name, description: 'Changes', permissions };
    expect(await recorded()).toEqual([
      event('role-updated', { data, preData: { ...preData, name } }),
    ]);
    await service.api.put(`${ROLES}/${id}`, { name, permissions }).expect(200);
    expect(await recorded()).toEqual([]);
  });

  test('takes effect at once for those who have it', async () => {
    const id = await role(service, 'root-custom');
    const { api } = await somebody(service, id);
    const change = (...names: string[]) =>
      service.api
        .put(`${ROLES}/${id}`, { name: `Now ${id}`, permissions: names.map((name) => ({ name })) })
        .expect(200);
    const tagType = { name: unique('t').slice(-20), description: '' };
    await api.post('/api/admin/tag-types', tagType).expect(403);
    await change('CREATE_TAG_TYPE');
    await api.post('/api/admin/tag-types', tagType).expect(201);
    await change();
    await api.post('/api/admin/tag-types', tagType).expect(403);
  });

  test('that is built in is refused, as is deleting it', async () => {
    const before = await all();
    for (const id of [1, 2, 3, 4, 5]) {
      expect(
        (await service.api.put(`${ROLES}/${id}`, { name: 'Mine' }).expect(403)).body.message,
      ).toContain('built in');
      await service.api.delete(`${ROLES}/${id}`).expect(403);
    }
    expect(await all()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test.each([
    ['its type', { type: 'root-custom' }, 400],
    ['what it allows to what such a role does not take', { permissions: [{ name: 'ADMIN' }] }, 400],
    ['its name to a taken one', { name: 'Owner' }, 409],
  ])('in %s is refused', async (_, properties, status) => {
    const id = await role(service, 'custom', 'CREATE_FEATURE');
    const { body: before } = await service.api.get(`${ROLES}/${id}`).expect(200);
    await recorded();
    await service.api
      .put(`${ROLES}/${id}`, { name: before.name, description: 'x', ...properties })
      .expect(status);
    expect((await service.api.get(`${ROLES}/${id}`).expect(200)).body).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('that does not exist is refused, as are showing and deleting it', async () => {
    await service.api.put(`${ROLES}/99999`, { name: 'x' }).expect(404);
    await service.api.get(`${ROLES}/99999`).expect(404);
    await service.api.delete(`${ROLES}/99999`).expect(404);
    await service.api.get(`${ROLES}/x`).expect(400);
  });
});

describe('deleting a role', () => {
  test('that nobody has, or nobody has any more, is recorded', async () => {
    const id = await role(service, 'root-custom', 'READ_LOGS');
    const { id: user } = await somebody(service, id);
    await service.api.delete(`${USERS}/${user}`).expect(200);
    const { body } = await service.api.get(`${ROLES}/${id}`).expect(200);
    await recorded();
    await service.api.delete(`${ROLES}/${id}`).expect(200);
    const preData = {
      id,
      name: body.name,
      type: 'root-custom',
      description: '',
      permissions: [{ name: 'READ_LOGS' }],
    };
    expect(await recorded()).toEqual([event('role-deleted', { preData })]);
    await service.api.get(`${ROLES}/${id}`).expect(404);
  });

  test('that is in use is refused, and told where', async () => {
    const rootRole = await role(service, 'root-custom', 'READ_LOGS');
    const { id: user } = await somebody(service, rootRole);
    const groupName = unique('group');
    await service.api.post('/api/admin/groups', { name: groupName, rootRole }).expect(201);
    const inProjects = await role(service, 'custom', 'UPDATE_FEATURE');
    const project = await service.given.project();
    await give(service, project, [inProjects], { users: [user] });
    await recorded();

    const { body } = await service.api.delete(`${ROLES}/${rootRole}`).expect(400);
    expect(body).toMatchObject({
      name: 'RoleInUseError',
      message: expect.stringContaining(`1 account has it as root role, the group "${groupName}"`),
    });
    expect((await service.api.delete(`${ROLES}/${inProjects}`).expect(400)).body.message).toContain(
      `in the project "${project}"`,
    );
    const preset = await role(service, 'root-custom');
    await service.sql(
      `INSERT INTO setting (name, content) VALUES ('of the test', jsonb_build_object('defaultRootRoleId', $1::int))`,
      [preset],
    );
    await recorded();
    expect((await service.api.delete(`${ROLES}/${preset}`).expect(400)).body.message).toContain(
      'single sign-on',
    );
    for (const id of [rootRole, inProjects, preset])
      await service.api.get(`${ROLES}/${id}`).expect(200);
    expect(await recorded()).toEqual([]);
  });
});

test('a role loses what it allowed in an environment that is deleted', async () => {
  const environment = await service.given.environment();
  const id = await role(
    service,
    'custom',
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment },
    'CREATE_FEATURE',
  );
  await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
  const { body } = await service.api.get(`${ROLES}/${id}`).expect(200);
  expect(body.permissions.map((one: { name: string }) => one.name)).toEqual(['CREATE_FEATURE']);
});

test('a role that is created many times at once is created once', async () => {
  const name = unique('role');
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => service.api.post(ROLES, { name })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

import type { Api } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { readable, ROLE, type Shape, terraform } from './support.js';

const ROLES = '/api/admin/roles';
const PERMISSION: Shape = {
  id: 'integer',
  name: 'string',
  displayName: 'string',
  type: 'string',
  'environment?': 'string',
};

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await TestService.start();
  api = await terraform(service);
});
afterAll(() => service.stop());

interface Permission {
  name: string;
  environment?: string;
}
const byName = (permissions: Permission[]): Permission[] =>
  permissions
    .map(({ name, environment }) => ({
      name,
      ...(environment === undefined ? {} : { environment }),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

describe('unleash_role', () => {
  test.each([
    [
      'custom',
      [
        { name: 'CREATE_FEATURE' },
        { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      ],
      [{ name: 'UPDATE_PROJECT' }],
    ],
    ['root-custom', [{ name: 'CREATE_PROJECT' }, { name: 'UPDATE_SEGMENT' }], []],
  ])(
    'of the type %s is created, changed and deleted',
    async (type, permissions: Permission[], others: Permission[]) => {
      const planned = { name: unique('role'), type, description: 'A role' };
      const created = await api.post(ROLES, { ...planned, permissions }).expect(200);
      readable(created.body, { version: 'integer', roles: { ...ROLE, description: 'string' } });
      expect(created.body.roles).toMatchObject(planned);
      const at = `${ROLES}/${created.body.roles.id}`;
      const read = async (): Promise<object> => {
        const { body } = await api.get(at).expect(200);
        readable(body, {
          id: 'number',
          type: 'string',
          name: 'string',
          'description?': 'string',
          permissions: [PERMISSION],
        });
        return {
          name: body.name,
          type: body.type,
          description: body.description,
          permissions: byName(body.permissions),
        };
      };
      expect(await read()).toEqual({ ...planned, permissions: byName(permissions) });

      const change = { ...planned, name: unique('role'), description: 'Changed' };
      const changed = await api.put(at, { ...change, permissions: others }).expect(200);
      expect(readable(changed.body, { version: 'integer', roles: ROLE })['roles']).toMatchObject(
        change,
      );
      expect(await read()).toEqual({ ...change, permissions: others });

      await api.delete(at).expect(200);
      await api.get(at).expect(404);
    },
  );

  test('is found by its name among all', async () => {
    const { body } = await api.get(ROLES).expect(200);
    readable(body, { version: 'integer', roles: [ROLE] });
    expect(body.roles).toEqual(
      expect.arrayContaining(
        ['Admin', 'Editor', 'Viewer', 'Owner', 'Member'].map((name) =>
          expect.objectContaining({ name }),
        ),
      ),
    );
  });
});

test('unleash_permission is found in the whole instance, in projects and in an environment', async () => {
  const { body } = await api.get('/api/admin/permissions').expect(200);
  const environments: Shape = { name: 'string', permissions: [PERMISSION] };
  readable(body, {
    version: 'integer',
    permissions: { root: [PERMISSION], project: [PERMISSION], environments: [environments] },
  });
  const { root, project, environments: places } = body.permissions;
  const names = (list: Permission[]): string[] => list.map(({ name }) => name);
  expect(names(root)).toContain('CREATE_PROJECT');
  expect(names(project)).toContain('CREATE_FEATURE');
  const development = places.find(({ name }: Permission) => name === 'development');
  expect(names(development.permissions)).toContain('UPDATE_FEATURE_ENVIRONMENT');
});

describe('unleash_project_access', () => {
  const access = async (project: string): Promise<object[]> => {
    const { body } = await api.get(`/api/admin/projects/${project}/access`).expect(200);
    const holder: Shape = { id: 'integer', 'roleId?': 'integer' };
    readable(body, { users: [holder], groups: [holder], roles: [ROLE] });
    const holding = (list: { id: number; roles: number[] }[], role: number): number[] =>
      list.filter(({ roles }) => roles.includes(role)).map(({ id }) => id);
    return body.roles
      .map(({ id }: { id: number }) => ({
        id,
        users: holding(body.users, id),
        groups: holding(body.groups, id),
      }))
      .filter(
        ({ users, groups }: { users: number[]; groups: number[] }) =>
          users.length + groups.length > 0,
      );
  };

  test('is set as a whole, read, and set again', async () => {
    const project = unique('project');
    await api
      .post('/api/admin/projects', { id: project, name: project, environments: [] })
      .expect(201);
    const user = async (): Promise<number> =>
      (
        await api
          .post('/api/admin/user-admin', {
            username: unique('user'),
            rootRole: 3,
            sendEmail: false,
          })
          .expect(201)
      ).body.id;
    const [one, two] = [await user(), await user()];
    const group: number = (
      await api.post('/api/admin/groups', { name: unique('group'), users: [] }).expect(201)
    ).body.id;

    // Empty lists are left out by the client.
    await api
      .put(`/api/admin/projects/${project}/access`, {
        roles: [
          { id: 4, users: [one] },
          { id: 5, users: [one, two], groups: [group] },
        ],
      })
      .expect(200);
    expect(await access(project)).toEqual([
      { id: 4, users: [one], groups: [] },
      { id: 5, users: [one, two], groups: [group] },
    ]);
    await api
      .put(`/api/admin/projects/${project}/access`, { roles: [{ id: 5, groups: [group] }] })
      .expect(200);
    expect(await access(project)).toEqual([{ id: 5, users: [], groups: [group] }]);
    await api.put(`/api/admin/projects/${project}/access`, { roles: [] }).expect(200);
    expect(await access(project)).toEqual([]);
  });
});

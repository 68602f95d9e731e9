import {
  ACCOUNTS,
  give,
  group,
  MEMBER,
  OWNER,
  role,
  serviceAccount,
} from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { PASSWORD, person, USERS } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const expiresAt = '2090-01-01T00:00:00.000Z';
const ME = '/api/admin/user';

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  recorded = await recorder(service);
});

interface Account {
  id: number;
}
const all = async (): Promise<{ serviceAccounts: Account[]; rootRoles: object[] }> =>
  (await service.api.get(ACCOUNTS).expect(200)).body;
const shown = async (id: number) => (await all()).serviceAccounts.find((one) => one.id === id);

describe('a service account', () => {
  test('is created without tokens, and recorded', async () => {
    const rootRole = await role(service, 'root-custom', 'CREATE_PROJECT');
    await recorded();
    const username = unique('robot');
    const { body, headers } = await service.api
      .post(ACCOUNTS, { username, name: 'Robot', rootRole })
      .expect(201);
    const { id } = body;
    expect(headers['location']).toBe(`service-account/${id}`);
    expect(body).toEqual({
      id,
      isAPI: false,
      username,
      name: 'Robot',
      rootRole,
      tokens: [],
      seenAt: null,
      imageUrl: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(await recorded()).toEqual([
      event('service-account-created', { data: { id, username, name: 'Robot', rootRole } }),
    ]);
    expect(await shown(id)).toEqual(body);
    expect((await all()).rootRoles).toContainEqual(expect.objectContaining({ id: rootRole }));
  });

  test.each([
    ['an unknown role', { rootRole: 99 }, 400],
    ['a role of projects', { rootRole: 4 }, 400],
    ['no user name', { username: '' }, 400],
    ['no name', { name: undefined }, 400],
    ['the user name of a user', { username: 'admin' }, 409],
  ])('with %s is refused', async (_, properties, status) => {
    const before = await all();
    await service.api
      .post(ACCOUNTS, { username: unique('robot'), name: 'Robot', rootRole: 3, ...properties })
      .expect(status);
    expect(await all()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('is changed, which is good at once and recorded', async () => {
    const { id, username, api } = await serviceAccount(service);
    await api.get(USERS).expect(403);
    await recorded();
    const { body } = await service.api.put(`${ACCOUNTS}/${id}`, { rootRole: 1 }).expect(200);
    expect(body).toMatchObject({
      id,
      name: 'Robot',
      rootRole: 1,
      tokens: [{ description: 'one' }],
    });
    await api.get(USERS).expect(200);
    const preData = { id, username, name: 'Robot', rootRole: 3 };
    expect(await recorded()).toEqual([
      event('service-account-updated', { data: { ...preData, rootRole: 1 }, preData }),
    ]);
    await service.api
      .put(`${ACCOUNTS}/${id}`, { name: 'Robot', username: 'passed over' })
      .expect(200);
    await service.api.put(`${ACCOUNTS}/${id}`, { name: '', rootRole: 3 }).expect(400);
    await service.api.put(`${ACCOUNTS}/${id}`, { name: 'x', rootRole: 77 }).expect(400);
    expect(await shown(id)).toMatchObject({ username, name: 'Robot', rootRole: 1 });
    expect(await recorded()).toEqual([]);
  });

  test('is deleted with its tokens and roles, and frees its name', async () => {
    const { id, username, api } = await serviceAccount(service);
    const groupId = await group(service, [id]);
    const project = await service.given.project();
    await give(service, project, [OWNER], { users: [id] });
    await recorded();
    await service.api.delete(`${ACCOUNTS}/${id}`).expect(200);
    expect(await recorded()).toEqual([
      event('service-account-deleted', { preData: { id, username, name: 'Robot', rootRole: 3 } }),
    ]);
    await api.get(ME).expect(401);
    expect(await shown(id)).toBeUndefined();
    expect((await service.api.get(`/api/admin/groups/${groupId}`).expect(200)).body.userCount).toBe(
      0,
    );
    expect(
      (await service.api.get(`/api/admin/projects/${project}/access`).expect(200)).body.users,
    ).toEqual([]);
    await service.api.delete(`${ACCOUNTS}/${id}`).expect(404);
    await service.api.post(ACCOUNTS, { username, name: 'Again', rootRole: 3 }).expect(201);
  });

  test('is not among the users, and users are not among the service accounts', async () => {
    const { id } = await serviceAccount(service, 'Admin');
    const { id: user } = await person(service);
    const statistics = async () =>
      (await service.api.get('/api/admin/instance-admin/statistics').expect(200)).body.users;
    const before = await statistics();
    await serviceAccount(service);
    expect(await statistics()).toBe(before);
    expect((await service.api.get(USERS).expect(200)).body.users).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect(
      (await service.api.get(`${USERS}/admin-count`).expect(200)).body.service,
    ).toBeGreaterThan(0);
    await recorded();
    for (const way of ['get', 'delete'] as const)
      await service.api[way](`${USERS}/${id}`).expect(404);
    await service.api.post(`${USERS}/${id}/change-password`, { password: PASSWORD }).expect(404);
    await service.api.put(`${ACCOUNTS}/${user}`, { rootRole: 1 }).expect(404);
    await service.api.delete(`${ACCOUNTS}/${user}`).expect(404);
    await service.api.get(`${ACCOUNTS}/${user}/token`).expect(404);
    await service.api
      .post(`${ACCOUNTS}/${user}/token`, { description: 'x', expiresAt })
      .expect(404);
    await service.api.get(`${ACCOUNTS}/${user}/permissions`).expect(404);
    expect(await recorded()).toEqual([]);
  });

  test('cannot sign in, nor be given a way to', async () => {
    const { username } = await serviceAccount(service);
    await service.api.as().post('/auth/simple/login', { username, password: PASSWORD }).expect(401);
    await service.api.post(`${USERS}/reset-password`, { id: username }).expect(404);
  });
});

describe('a token of a service account', () => {
  test('is shown once, and recorded without its secret', async () => {
    const { id } = (
      await service.api
        .post(ACCOUNTS, { username: unique('robot'), name: 'Robot', rootRole: 'Viewer' })
        .expect(201)
    ).body;
    await recorded();
    const { body, headers } = await service.api
      .post(`${ACCOUNTS}/${id}/token`, { description: 'deploy', expiresAt })
      .expect(201);
    expect(headers['location']).toBe(`token/${body.id}`);
    const { secret, ...bare } = body;
    expect(secret).toMatch(/^user:[0-9a-f]{56}$/);
    expect(bare).toMatchObject({ description: 'deploy', userId: id, expiresAt, seenAt: null });
    expect(await recorded()).toEqual([event('pat-created', { data: { ...bare, secret: '***' } })]);
    expect((await service.api.get(`${ACCOUNTS}/${id}/token`).expect(200)).body).toEqual({
      pats: [bare],
    });
    expect(await shown(id)).toMatchObject({ tokens: [bare] });
    const [row] = await service.sql<{ row: string }>(
      'SELECT p::text AS row FROM personal_token p WHERE id = $1',
      [bare.id],
    );
    expect(row!.row).not.toContain(secret.slice(5));

    const program = service.api.as({ token: secret });
    expect((await program.get(ME).expect(200)).body.user).toMatchObject({
      id,
      accountType: 'Service Account',
    });
    await service.api.delete(`${ACCOUNTS}/${id}/token/${bare.id}`).expect(200);
    await program.get(ME).expect(401);
    expect(await recorded()).toEqual([event('pat-deleted', { data: { ...bare, secret: '***' } })]);
    await service.api.delete(`${ACCOUNTS}/${id}/token/${bare.id}`).expect(404);
  });

  test('acts with the roles of its account: its own, and those of its groups', async () => {
    const project = await service.given.project({ mode: 'private' });
    const { id, username, api } = await serviceAccount(service, 'Editor');
    const create = () => api.post(`/api/admin/projects/${project}/features`, { name: unique() });
    await create().expect(404);
    const groupId = await group(service, [id]);
    await give(service, project, [MEMBER], { groups: [groupId] });
    await recorded();
    await create().expect(201);
    expect(await recorded()).toMatchObject([
      { type: 'feature-created', createdBy: username, createdByUserId: id },
    ]);
    const { body } = await service.api
      .get(`${ACCOUNTS}/${id}/permissions?project=${project}`)
      .expect(200);
    expect(body).toMatchObject({
      user: { id, accountType: 'Service Account' },
      projectRoles: [{ id: MEMBER, project }],
    });
    expect(body.overview.project).toContainEqual(
      expect.objectContaining({ name: 'CREATE_FEATURE', hasPermission: true }),
    );
  });

  test.each([
    ['without a description', { description: '' }, 400],
    ['that would have expired', { expiresAt: '2020-01-01T00:00:00Z' }, 400],
    ['with a description that another has', { description: 'one' }, 409],
  ])('%s is refused', async (_, properties, status) => {
    const { id } = await serviceAccount(service);
    await recorded();
    await service.api
      .post(`${ACCOUNTS}/${id}/token`, { description: 'two', expiresAt, ...properties })
      .expect(status);
    expect((await service.api.get(`${ACCOUNTS}/${id}/token`).expect(200)).body.pats).toHaveLength(
      1,
    );
    expect(await recorded()).toEqual([]);
  });

  test('is created by administrators alone, and 10 times at most', async () => {
    const { id, api } = await serviceAccount(service);
    await api.post(`${ME}/tokens`, { description: 'mine', expiresAt }).expect(403);
    await api.post(`${ACCOUNTS}/${id}/token`, { description: 'mine', expiresAt }).expect(403);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        service.api.post(`${ACCOUNTS}/${id}/token`, { description: `t${i}`, expiresAt }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(9).fill(201),
      403,
      403,
      403,
    ]);
  });

  test('of another account is not touched', async () => {
    const [one, other] = [await serviceAccount(service), await serviceAccount(service)];
    const [{ id }] = (await service.api.get(`${ACCOUNTS}/${other.id}/token`).expect(200)).body.pats;
    await service.api.delete(`${ACCOUNTS}/${one.id}/token/${id}`).expect(404);
    await other.api.get(ME).expect(200);
  });
});

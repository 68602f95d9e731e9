import {
  accessTo,
  ACCOUNTS,
  give,
  GROUPS,
  MEMBER,
  OWNER,
  role,
  ROLES,
  rolesIn,
  type SignedIn,
  somebody,
} from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { USERS } from '../../../support/people.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const permissions = (...names: string[]): object[] => names.map((name) => ({ name }));
const all = async (): Promise<unknown> => (await service.api.get(ROLES).expect(200)).body;

describe('somebody who may handle roles but is no administrator', () => {
  let keeper: SignedIn;
  let own: number;
  beforeEach(async () => {
    own = await role(service, 'root-custom', 'UPDATE_ROLE', 'READ_LOGS');
    keeper = await somebody(service, own);
    recorded = await recorder(service);
  });

  test('makes, changes and deletes roles of what they may do themselves', async () => {
    const name = unique('role');
    const { body } = await keeper.api
      .post(ROLES, { name, type: 'root-custom', permissions: permissions('READ_LOGS') })
      .expect(200);
    await keeper.api
      .put(`${ROLES}/${body.roles.id}`, { name, permissions: permissions('UPDATE_ROLE') })
      .expect(200);
    await keeper.api.delete(`${ROLES}/${body.roles.id}`).expect(200);
    expect((await recorded()).map(({ type }) => type)).toEqual([
      'role-created',
      'role-updated',
      'role-deleted',
    ]);
  });

  test.each([
    ['the right to everything', 'root-custom', 'ADMIN'],
    ['another right that they lack', 'root-custom', 'CREATE_CLIENT_API_TOKEN'],
    ['a right in projects that they have in none', 'custom', 'PROJECT_USER_ACCESS_WRITE'],
  ])('makes no role of %s, be it a new one or their own', async (_, type, permission) => {
    const before = await all();
    const { body } = await keeper.api
      .post(ROLES, { name: unique('role'), type, permissions: permissions(permission) })
      .expect(403);
    expect(body).toMatchObject({
      name: 'InvalidOperationError',
      message: expect.stringContaining(`You lack ${permission}.`),
    });
    if (type === 'root-custom')
      await keeper.api
        .put(`${ROLES}/${own}`, {
          name: 'Own',
          permissions: permissions('UPDATE_ROLE', permission),
        })
        .expect(403);
    expect(await all()).toEqual(before);
    expect((await service.api.get(`${ROLES}/${own}`).expect(200)).body.permissions).toHaveLength(2);
    expect(await recorded()).toEqual([]);
  });

  test('neither weakens nor deletes a role that allows more than they may do', async () => {
    const stronger = await role(service, 'root-custom', 'ADMIN');
    await recorded();
    await keeper.api.put(`${ROLES}/${stronger}`, { name: 'Weak', permissions: [] }).expect(403);
    await keeper.api.delete(`${ROLES}/${stronger}`).expect(403);
    expect(
      (await service.api.get(`${ROLES}/${stronger}`).expect(200)).body.permissions,
    ).toMatchObject([{ name: 'ADMIN' }]);
    expect(await recorded()).toEqual([]);
  });

  test('cannot give anybody a root role', async () => {
    await keeper.api.put(`${USERS}/${keeper.id}`, { rootRole: 1 }).expect(403);
    await keeper.api.post(USERS, { username: unique(), rootRole: 1 }).expect(403);
    await keeper.api
      .post(GROUPS, { name: unique(), rootRole: 1, users: [{ user: { id: keeper.id } }] })
      .expect(403);
    await keeper.api.post(ACCOUNTS, { username: unique(), name: 'x', rootRole: 1 }).expect(403);
    expect(await recorded()).toEqual([]);
  });

  test('makes and changes no role of what they may do in other environments alone', async () => {
    const turn = (environment?: string) => ({
      name: 'UPDATE_FEATURE_ENVIRONMENT',
      ...(environment ? { environment } : {}),
    });
    await give(
      service,
      await service.given.project(),
      [await role(service, 'custom', turn('development'))],
      { users: [keeper.id] },
    );
    const mine = { name: unique('role'), type: 'custom', permissions: [turn('development')] };
    const { body } = await keeper.api.post(ROLES, mine).expect(200);
    await recorded();
    for (const wanted of [turn('production'), turn()]) {
      await keeper.api
        .post(ROLES, { ...mine, name: unique('role'), permissions: [wanted] })
        .expect(403);
      const refused = await keeper.api
        .put(`${ROLES}/${body.roles.id}`, {
          name: mine.name,
          permissions: [turn('development'), wanted],
        })
        .expect(403);
      expect(refused.body.message).toContain('You lack UPDATE_FEATURE_ENVIRONMENT');
    }
    expect(
      (await service.api.get(`${ROLES}/${body.roles.id}`).expect(200)).body.permissions,
    ).toMatchObject([turn('development')]);
    expect(await recorded()).toEqual([]);
  });

  test('adds to no role what they may do elsewhere but not where it is given', async () => {
    const elsewhere = await service.given.project();
    const here = await service.given.project({ mode: 'private' });
    const held = await role(service, 'custom', 'UPDATE_FEATURE');
    await give(service, elsewhere, [OWNER], { users: [keeper.id] });
    await give(service, here, [held], { users: [keeper.id] });
    await recorded();
    const { body } = await keeper.api
      .put(`${ROLES}/${held}`, {
        name: 'Held',
        permissions: permissions('UPDATE_FEATURE', 'DELETE_PROJECT'),
      })
      .expect(403);
    expect(body.message).toContain(`in the project "${here}"`);
    expect(await recorded()).toEqual([]);

    const unseen = await service.given.project({ mode: 'private' });
    await service.api.put(rolesIn(here, 'users', keeper.id), { roles: [] }).expect(200);
    const other = await somebody(service);
    await give(service, unseen, [held], { users: [other.id] });
    const { body: hidden } = await keeper.api
      .put(`${ROLES}/${held}`, { name: 'Held', permissions: [] })
      .expect(403);
    expect(hidden.message).not.toContain(unseen);
    expect(
      (await keeper.api.get(`/api/admin/projects/roles/${held}/access`).expect(200)).body,
    ).toEqual({ projects: [] });
  });
});

describe('somebody with a role in a project', () => {
  let project: string;
  let owner: SignedIn;
  let member: SignedIn;
  let other: SignedIn;
  beforeEach(async () => {
    [owner, member, other] = [
      await somebody(service),
      await somebody(service),
      await somebody(service),
    ];
    project = await service.given.project({ mode: 'protected' });
    await give(service, project, [OWNER], { users: [owner.id] });
    recorded = await recorder(service);
  });
  const access = async (): Promise<unknown> =>
    (await service.api.get(accessTo(project)).expect(200)).body;

  test('as its owner can give every project role there, and nowhere else', async () => {
    const custom = await role(service, 'custom', 'UPDATE_PROJECT', 'DELETE_PROJECT');
    await owner.api
      .post(accessTo(project), { roles: [OWNER, MEMBER, custom], users: [other.id], groups: [] })
      .expect(200);
    await owner.api
      .post(accessTo('default'), { roles: [MEMBER], users: [other.id], groups: [] })
      .expect(403);
    await owner.api
      .post(accessTo(project), { roles: [1], users: [owner.id], groups: [] })
      .expect(400);
  });

  test('as a member cannot give any role', async () => {
    await give(service, project, [MEMBER], { users: [member.id] });
    const before = await access();
    await recorded();
    await member.api.get(accessTo(project)).expect(200);
    await member.api
      .post(accessTo(project), { roles: [MEMBER], users: [other.id], groups: [] })
      .expect(403);
    await member.api
      .put(accessTo(project), { roles: [{ id: OWNER, users: [member.id] }] })
      .expect(403);
    await member.api.put(rolesIn(project, 'users', member.id), { roles: [OWNER] }).expect(403);
    expect(await access()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('who may give roles gives, and takes away, only what they may do themselves there', async () => {
    const weak = await role(service, 'custom', 'UPDATE_FEATURE', {
      name: 'DISABLE_FEATURE_ENVIRONMENT',
      environment: 'production',
    });
    const wide = await role(service, 'custom', 'DISABLE_FEATURE_ENVIRONMENT');
    const giver = await role(service, 'custom', 'PROJECT_USER_ACCESS_WRITE');
    await give(service, project, [giver, weak], { users: [member.id] });
    const groupId = (
      await service.api
        .post(GROUPS, { name: unique(), users: [{ user: { id: member.id } }] })
        .expect(201)
    ).body.id as number;
    const before = await access();
    await recorded();

    for (const roles of [[OWNER], [MEMBER], [wide], [weak, OWNER]]) {
      expect(
        (
          await member.api
            .post(accessTo(project), { roles, users: [other.id], groups: [] })
            .expect(403)
        ).body.name,
      ).toBe('InvalidOperationError');
      await member.api
        .put(rolesIn(project, 'users', member.id), { roles: [...roles, giver, weak] })
        .expect(403);
      await member.api.put(rolesIn(project, 'groups', groupId), { roles }).expect(403);
    }
    await member.api
      .put(accessTo(project), { roles: [{ id: giver, users: [member.id] }] })
      .expect(403);
    await member.api.delete(rolesIn(project, 'users', owner.id)).expect(403);
    await member.api
      .put(rolesIn(project, 'users', owner.id), { roles: [OWNER, OWNER] })
      .expect(200);
    expect(await access()).toEqual(before);
    expect(await recorded()).toEqual([]);

    await member.api
      .post(accessTo(project), { roles: [weak], users: [other.id], groups: [groupId] })
      .expect(200);
    await member.api.delete(rolesIn(project, 'users', other.id)).expect(200);
    await member.api.delete(rolesIn(project, 'groups', groupId)).expect(200);
    expect(await access()).toEqual(before);
  });

  test('that was taken away is good no more, at once', async () => {
    const custom = await role(service, 'custom', 'CREATE_FEATURE');
    await give(service, project, [custom], { users: [other.id] });
    const create = () =>
      other.api.post(`/api/admin/projects/${project}/features`, { name: unique() });
    await create().expect(201);
    await owner.api.delete(rolesIn(project, 'users', other.id)).expect(200);
    await create().expect(403);
  });
});

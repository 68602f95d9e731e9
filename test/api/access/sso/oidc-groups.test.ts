import { DataSource } from 'typeorm';
import { unique } from '../../../support/given.js';
import { newEmail, OidcScene } from '../../../support/oidc-scene.js';

let scene: OidcScene;
beforeAll(async () => {
  scene = await OidcScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

describe('groups that the provider names', () => {
  const group = async (name: string, mappings: string[]): Promise<number> => {
    const sql = 'INSERT INTO user_group (name, mappings_sso) VALUES ($1, $2) RETURNING id';
    return (await scene.service.sql<{ id: number }>(sql, [unique(name), mappings]))[0]!.id;
  };
  const membersOf = (id: number): Promise<object[]> =>
    scene.service.sql(
      'SELECT user_id AS "userId", by_sso AS "bySso" FROM group_member WHERE group_id = $1',
      [id],
    );

  test('follow the provider: listed users join, others leave, and memberships given by hand stay', async () => {
    const email = newEmail();
    const userId = await scene.user(email);
    const [ours, both, given] = [
      await group('ours', ['dev', 'ops']),
      await group('both', ['ops']),
      await group('given', ['sales']),
    ];
    await scene.service.sql('INSERT INTO group_member (group_id, user_id) VALUES ($1, $2)', [
      given,
      userId,
    ]);
    await scene.enable({ enableGroupSyncing: true, groupJsonPath: 'groups', addGroupsScope: true });
    await scene.happened();

    await scene.signIn(await scene.browserOf({ email, groups: ['dev', 'sales', 'others'] }));
    expect([await membersOf(ours), await membersOf(both), await membersOf(given)]).toEqual([
      [{ userId, bySso: true }],
      [],
      [{ userId, bySso: false }],
    ]);
    expect(await scene.happened()).toMatchObject([
      { type: 'user-identity-linked', data: { userId } },
      {
        type: 'group-user-added',
        data: { groupId: ours, userId },
        createdBy: 'unleash_system_user',
      },
      { type: 'user-logged-in' },
    ]);

    await scene.signIn(await scene.browserOf({ email, groups: ['ops'] }));
    expect([await membersOf(ours), await membersOf(both)]).toEqual([
      [{ userId, bySso: true }],
      [{ userId, bySso: true }],
    ]);
    await scene.happened();

    await scene.signIn(await scene.browserOf({ email }));
    expect([await membersOf(ours), await membersOf(both), await membersOf(given)]).toEqual([
      [],
      [],
      [{ userId, bySso: false }],
    ]);
    const [linked, ...changes] = await scene.happened();
    expect(linked!.type).toBe('user-identity-linked');
    expect(changes.map(({ type, preData }) => ({ type, preData }))).toEqual([
      { type: 'group-user-removed', preData: { groupId: ours, userId } },
      { type: 'group-user-removed', preData: { groupId: both, userId } },
      { type: 'user-logged-in', preData: null },
    ]);
  });

  test('give their rights at once', async () => {
    const id = await group('admins', ['administrators']);
    await scene.service.sql('UPDATE user_group SET root_role_id = 1 WHERE id = $1', [id]);
    await scene.enable({
      enableGroupSyncing: true,
      groupJsonPath: '$.realm_access.roles',
      defaultRootRole: 'Viewer',
    });
    const browser = await scene.browserOf({
      email: newEmail(),
      realm_access: { roles: ['administrators'] },
    });
    await scene.signIn(browser);
    const cookie = browser.session;
    expect(
      (await scene.service.api.as({ cookie }).get('/api/admin/user').expect(200)).body.permissions,
    ).toEqual([{ permission: 'ADMIN' }]);
  });

  test('that are deleted during a login are ignored, and the login succeeds', async () => {
    const kept = await group('kept', ['short-lived']);
    const deleted = await group('deleted', ['short-lived']);
    await scene.enable({ enableGroupSyncing: true, groupJsonPath: 'groups', addGroupsScope: true });
    const email = newEmail();
    const userId = await scene.user(email);
    const other = scene.service.service.app.get(DataSource).createQueryRunner();
    await other.startTransaction();
    await other.query('DELETE FROM user_group WHERE id = $1', [deleted]);
    await scene.happened();

    const login = scene.signIn(await scene.browserOf({ email, groups: ['short-lived'] }));
    await scene.service.untilBlocked();
    await other.commitTransaction();
    await other.release();
    await login;

    expect(await membersOf(kept)).toEqual([{ userId, bySso: true }]);
    expect(await membersOf(deleted)).toEqual([]);
    expect((await scene.happened()).map(({ type }) => type)).toEqual([
      'user-identity-linked',
      'group-user-added',
      'user-logged-in',
    ]);
  });

  test('are left alone unless the settings say so', async () => {
    const id = await group('unsynced', ['dev']);
    await scene.enable({ groupJsonPath: 'groups', addGroupsScope: true });
    await scene.signIn(await scene.browserOf({ email: newEmail(), groups: ['dev'] }));
    expect(await membersOf(id)).toEqual([]);
  });
});

import { group, GROUPS } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { person } from '../../../support/people.js';
import { recorder } from '../../../support/recorder.js';
import { DirectoryScene, SCIM } from './scene.js';

let scene: DirectoryScene;
let happened: Awaited<ReturnType<typeof recorder>>;
let [ada, grace, alan] = ['', '', ''];
beforeAll(async () => {
  scene = await DirectoryScene.start();
  const users = await Promise.all([1, 2, 3].map(() => scene.user()));
  [ada, grace, alan] = users.map(({ id }) => id).sort() as [string, string, string];
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.set();
  happened = await recorder(scene.service);
});

const numbers = (...ids: string[]): number[] => ids.map(Number).sort();

test('a group of the directory becomes a group with its members', async () => {
  const { id, displayName } = await scene.group([ada, grace]);
  const { body } = await scene.service.api.get(`${GROUPS}/${id}`).expect(200);
  expect(body).toMatchObject({ name: displayName, scimId: id, rootRole: null, userCount: 2 });
  expect(await scene.members(id)).toEqual(numbers(ada, grace));
  expect((await happened()).map(({ type }) => type)).toEqual([
    ...['group-created', 'group-user-added', 'group-user-added'],
  ]);
  const { body: read } = await scene.scim.get(`${SCIM}/Groups/${id}`).expect(200);
  expect(read).toMatchObject({
    ...{ id, displayName, meta: { resourceType: 'Group' } },
    members: [ada, grace].map((value) => ({
      ...{ value, display: expect.any(String) },
      $ref: expect.stringMatching(`/scim/v2/Users/${value}$`),
    })),
  });
});

test('members join and leave as Okta says it', async () => {
  const { id } = await scene.group([ada]);
  const path = 'members';
  const member = { value: grace, display: 'grace' };
  await scene.patch(`Groups/${id}`, { op: 'add', path, value: [member] }).expect(200);
  expect(await scene.members(id)).toEqual(numbers(ada, grace));
  const one = { op: 'remove', path: `members[value eq "${ada}"]` };
  await scene.patch(`Groups/${id}`, one, { op: 'add', path, value: [{ value: alan }] }).expect(200);
  expect(await scene.members(id)).toEqual(numbers(grace, alan));
  await scene.patch(`Groups/${id}`, { op: 'replace', path, value: [{ value: ada }] }).expect(200);
  expect(await scene.members(id)).toEqual(numbers(ada));
  const displayName = unique('renamed');
  const { body } = await scene
    .patch(`Groups/${id}`, { op: 'replace', value: { id, displayName } })
    .expect(200);
  expect(body.displayName).toBe(displayName);
});

test('members join and leave as Entra ID says it', async () => {
  const { id } = await scene.group();
  const value = [{ value: ada }, { value: grace }];
  await scene.patch(`Groups/${id}`, { op: 'Add', path: 'members', value }).expect(200);
  expect(await scene.members(id)).toEqual(numbers(ada, grace));
  const gone = { op: 'Remove', path: 'members', value: [{ value: ada }] };
  await scene.patch(`Groups/${id}`, gone).expect(200);
  expect(await scene.members(id)).toEqual(numbers(grace));
  const displayName = unique('renamed');
  await scene
    .patch(`Groups/${id}`, { op: 'Replace', path: 'displayName', value: displayName })
    .expect(200);
  await scene.patch(`Groups/${id}`, { op: 'remove', path: 'members' }).expect(200);
  expect(await scene.members(id)).toEqual([]);
  expect((await happened()).map(({ type }) => type)).toEqual([
    ...['group-created', 'group-user-added', 'group-user-added', 'group-user-removed'],
    ...['group-updated', 'group-user-removed'],
  ]);
});

test('nothing is recorded or changed when members leave and return in one request', async () => {
  const { id } = await scene.group([ada]);
  await happened();
  const value = [{ value: ada }];
  await scene
    .patch(`Groups/${id}`, { op: 'remove', path: 'members' }, { op: 'add', path: 'members', value })
    .expect(200);
  expect(await happened()).toEqual([]);
  expect(await scene.members(id)).toEqual(numbers(ada));
});

test('an unknown member is refused, and nothing else of the request is done', async () => {
  const { id, displayName } = await scene.group([ada]);
  const { id: stranger } = await person(scene.service);
  for (const value of ['999999', String(stranger), 'ada', 7])
    await scene
      .patch(
        `Groups/${id}`,
        { op: 'replace', path: 'displayName', value: 'Other' },
        { op: 'add', path: 'members', value: [{ value }] },
      )
      .expect(400);
  const { body } = await scene.scim.get(`${SCIM}/Groups/${id}`).expect(200);
  expect(body).toMatchObject({ displayName, members: [{ value: ada }] });
});

test('a group is replaced and deleted', async () => {
  const { id, displayName } = await scene.group([ada]);
  const wanted = { displayName, externalId: 'team-1', members: [{ value: alan }] };
  const { body } = await scene.scim.put(`${SCIM}/Groups/${id}`, wanted).expect(200);
  expect(body).toMatchObject({ externalId: 'team-1', members: [{ value: alan }] });
  const { body: bare } = await scene.scim.put(`${SCIM}/Groups/${id}`, { displayName }).expect(200);
  expect(bare).toMatchObject({ members: [] });
  expect(bare).not.toHaveProperty('externalId');
  await scene.scim.delete(`${SCIM}/Groups/${id}`).expect(204);
  await scene.scim.get(`${SCIM}/Groups/${id}`).expect(404);
  await scene.service.api.get(`${GROUPS}/${id}`).expect(404);
});

test('the name of another group is a conflict, unless that is taken over with its roles', async () => {
  const { id: member } = await person(scene.service);
  const name = unique('old');
  const id = await group(scene.service, [member], { name, rootRole: 'Editor' });
  const wanted = { displayName: name, members: [{ value: ada }] };
  const { body } = await scene.scim.post(`${SCIM}/Groups`, wanted).expect(409);
  expect(body.scimType).toBe('uniqueness');
  const other = await scene.group();
  await scene
    .patch(`Groups/${other.id}`, { op: 'replace', path: 'displayName', value: name })
    .expect(409);
  await scene.set({ assumeControlOfExisting: true });
  const { body: taken } = await scene.scim.post(`${SCIM}/Groups`, wanted).expect(201);
  expect(taken.id).toBe(String(id));
  expect(await scene.members(taken.id)).toEqual(numbers(ada));
  const { body: read } = await scene.service.api.get(`${GROUPS}/${id}`).expect(200);
  expect(read.rootRole).toBe(2);
  await scene.scim.post(`${SCIM}/Groups`, wanted).expect(409);
});

test('members of a group with a root role have its permissions, which an administrator gives', async () => {
  const { id, displayName: name } = await scene.group([ada]);
  const admins = async (): Promise<number> =>
    (await scene.service.api.get('/api/admin/user-admin/admin-count').expect(200)).body.noPassword;
  const before = await admins();
  await scene.service.api.put(`${GROUPS}/${id}`, { name, rootRole: 'Admin' }).expect(200);
  expect(await admins()).toBe(before + 1);
  await scene.service.api.put(`${GROUPS}/${id}`, { name: 'Other' }).expect(403);
  await scene.service.api.put(`${GROUPS}/${id}`, { name, users: [] }).expect(403);
  await scene.service.api.delete(`${GROUPS}/${id}`).expect(403);
  expect(await scene.members(id)).toEqual(numbers(ada));
});

test('a group of 10,000 members is replaced and changed', async () => {
  await scene.service.sql(`
    WITH added AS (
      INSERT INTO app_user (kind, username, root_role_id)
      SELECT 'user', 'many-' || n, 3 FROM generate_series(1, 10001) n RETURNING id, username)
    INSERT INTO directory_user (user_id, resource)
    SELECT id, jsonb_build_object('userName', username) FROM added`);
  const ids = await scene.service.sql<{ id: string }>(
    "SELECT id::text FROM app_user WHERE username LIKE 'many-%' ORDER BY id",
  );
  const members = ids.map(({ id }) => ({ value: id }));
  const { id, displayName } = await scene.group();
  const path = `${SCIM}/Groups/${id}`;
  await scene.scim.put(path, { displayName, members }).expect(400);
  const named = members.slice(1).map((one) => ({ ...one, display: 'x', type: 'User' }));
  await scene.scim.put(path, { displayName, members: named }).expect(200);
  const one = { op: 'add', path: 'members', value: [members[0]] };
  await scene.patch(`Groups/${id}`, one).expect(400);
  await scene
    .patch(`Groups/${id}`, { op: 'remove', path: `members[value eq "${members[1]!.value}"]` }, one)
    .expect(200);
  expect((await scene.members(id)).length).toBe(10_000);

  const { id: other } = await scene.group([ada]);
  const filter = `id eq "${id}" or id eq "${other}"`;
  const listed = async (query: object): Promise<object> => {
    const { body } = await scene.scim
      .get(`${SCIM}/Groups`)
      .query({ filter, ...query })
      .expect(200);
    return { total: body.totalResults, ids: body.Resources.map((one: { id: string }) => one.id) };
  };
  expect(await listed({})).toEqual({ total: 2, ids: [id] });
  expect(await listed({ startIndex: 2 })).toEqual({ total: 2, ids: [other] });
  expect(await listed({ excludedAttributes: 'members' })).toEqual({ total: 2, ids: [id, other] });
});

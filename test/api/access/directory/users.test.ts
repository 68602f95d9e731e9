import { unique } from '../../../support/given.js';
import { person, signedIn, USERS } from '../../../support/people.js';
import { recorder } from '../../../support/recorder.js';
import { DirectoryScene, SCIM, SETTINGS } from './scene.js';

let scene: DirectoryScene;
let happened: Awaited<ReturnType<typeof recorder>>;
beforeAll(async () => {
  scene = await DirectoryScene.start();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.set();
  happened = await recorder(scene.service);
});

const adminUser = (id: string) => scene.service.api.get(`${USERS}/${id}`);

test('a user of the directory becomes a user with its names and the preset role', async () => {
  const { id, userName } = await scene.user({ externalId: 'okta-1' });
  const { body } = await adminUser(id).expect(200);
  expect(body).toMatchObject({
    ...{ username: userName, email: userName, name: 'Ada Lovelace', rootRole: 3, scimId: id },
  });
  expect(await happened()).toMatchObject([
    { type: 'user-created', createdBy: 'scim', data: { id: Number(id), username: userName } },
  ]);
  const { body: read } = await scene.scim.get(`${SCIM}/Users/${id}`).expect(200);
  expect(read).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    externalId: 'okta-1',
    userName,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    active: true,
    groups: [],
    meta: { resourceType: 'User', location: expect.stringContaining(`/scim/v2/Users/${id}`) },
  });
});

test('new users get the root role of the settings', async () => {
  await scene.set({ defaultRootRoleId: 2 });
  const { id } = await scene.user();
  expect((await adminUser(id).expect(200)).body.rootRole).toBe(2);
  await scene.set({ defaultRootRoleId: 3 });
});

test('a name that is taken is a conflict, whoever has it', async () => {
  const { userName } = await scene.user();
  const { username } = await person(scene.service);
  for (const taken of [userName.toUpperCase(), username]) {
    const { body } = await scene.scim.post(`${SCIM}/Users`, { userName: taken }).expect(409);
    expect(body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  }
  const { id } = await scene.user();
  await scene
    .patch(`Users/${id}`, { op: 'replace', path: 'userName', value: username })
    .expect(409);
});

test('a user is taken over with their role if the settings say so', async () => {
  const { id, username } = await person(scene.service, { rootRole: 'Editor' });
  await scene.set({ assumeControlOfExisting: true });
  const { body } = await scene.scim
    .post(`${SCIM}/Users`, { userName: username, displayName: 'Taken' })
    .expect(201);
  expect(body.id).toBe(String(id));
  expect((await adminUser(body.id).expect(200)).body).toMatchObject({ name: 'Taken', rootRole: 2 });
  await scene.scim.post(`${SCIM}/Users`, { userName: username }).expect(409);
});

test('a service account is never taken over', async () => {
  await scene.set({ assumeControlOfExisting: true });
  const username = unique('robot');
  const account = { username, name: 'Robot', rootRole: 'Editor' };
  await scene.service.api.post('/api/admin/service-account', account).expect(201);
  await scene.scim.post(`${SCIM}/Users`, { userName: username }).expect(409);
});

test('sessions, tokens and roles end when the directory deactivates a user, and roles return', async () => {
  const { id: wasId, username } = await person(scene.service, { rootRole: 'Editor' });
  await scene.set({ assumeControlOfExisting: true });
  await scene.scim.post(`${SCIM}/Users`, { userName: username }).expect(201);
  const id = String(wasId);
  const { id: groupId } = await scene.group([id]);
  const api = await signedIn(scene.service, username);
  const token = { description: 'mine', expiresAt: '2090-01-01T00:00:00Z' };
  const { body: made } = await api.post('/api/admin/user/tokens', token).expect(201);
  const withToken = scene.service.api.as({ token: made.secret });
  await withToken.get('/api/admin/user').expect(200);

  await happened();
  await scene.patch(`Users/${id}`, { op: 'replace', value: { active: false } }).expect(200);
  expect((await happened()).map(({ type }) => type)).toEqual(['user-deleted']);
  await api.get('/api/admin/user').expect(401);
  await withToken.get('/api/admin/user').expect(401);
  await adminUser(id).expect(404);
  expect(await scene.members(groupId)).toEqual([]);
  // The directory goes on to know the user and the membership, and nobody else gets the name.
  const { body } = await scene.scim.get(`${SCIM}/Users/${id}`).expect(200);
  expect(body).toMatchObject({ active: false, groups: [{ value: groupId }] });
  await scene.service.api.post(USERS, { username, rootRole: 'Viewer' }).expect(400);
  await scene.scim.post(`${SCIM}/Users`, { userName: username }).expect(409);

  await scene.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'True' }).expect(200);
  expect((await happened()).map(({ type }) => type)).toEqual(['user-created', 'group-user-added']);
  expect((await adminUser(id).expect(200)).body).toMatchObject({ username, rootRole: 2 });
  expect(await scene.members(groupId)).toEqual([wasId]);
  await api.get('/api/admin/user').expect(401);
  await withToken.get('/api/admin/user').expect(401);
});

test('a stream of a user ends within a second of their deactivation', async () => {
  const { username, id } = await person(scene.service);
  await scene.set({ assumeControlOfExisting: true });
  await scene.scim.post(`${SCIM}/Users`, { userName: username }).expect(201);
  const api = await signedIn(scene.service, username);
  const stream = api.get('/api/admin/search/events/stream').then(() => 'ended');
  await scene.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false }).expect(200);
  await expect(stream).resolves.toBe('ended');
});

test('a deleted user is unknown to the directory, and the name is free', async () => {
  const { id, userName } = await scene.user();
  const inactive = await scene.user({ active: false });
  for (const one of [id, inactive.id]) {
    await scene.scim.delete(`${SCIM}/Users/${one}`).expect(204);
    await scene.scim.get(`${SCIM}/Users/${one}`).expect(404);
    await scene.scim.delete(`${SCIM}/Users/${one}`).expect(404);
    await adminUser(one).expect(404);
  }
  for (const name of [userName, inactive.userName]) {
    const { body } = await scene.scim.post(`${SCIM}/Users`, { userName: name }).expect(201);
    expect([id, inactive.id]).not.toContain(body.id);
  }
});

test('what the directory manages cannot be changed by hand, except for the role', async () => {
  const { id, userName } = await scene.user();
  const path = `${USERS}/${id}`;
  const { body } = await scene.service.api.put(path, { name: 'Other' }).expect(403);
  expect(body.message).toContain('directory');
  await scene.service.api.put(path, { email: 'other@example.com' }).expect(403);
  await scene.service.api.delete(path).expect(403);
  await scene.service.api
    .put(path, { name: 'Ada Lovelace', email: userName, rootRole: 'Editor' })
    .expect(200);
  await scene.service.api.post(SETTINGS, { enabled: false }).expect(200);
  await scene.service.api.put(path, { name: 'Other' }).expect(200);
  await scene.service.api.delete(path).expect(200);
});

test('inactive users of the directory are not offered for deletion', async () => {
  const { id } = await scene.user();
  await scene.service.sql("UPDATE app_user SET created_at = '2020-01-01' WHERE id = $1", [id]);
  const ids = [Number(id)];
  const { body } = await scene.service.api.get(`${USERS}/inactive`).expect(200);
  expect(body.inactiveUsers.map((one: { id: number }) => one.id)).not.toContain(ids[0]);
  await scene.service.api.post(`${USERS}/inactive/delete`, { ids }).expect(200);
  await adminUser(id).expect(200);
});

test('two users with the same name created at once are one and a conflict', async () => {
  const userName = unique('twin');
  const answers = await Promise.all(
    [1, 2, 3].map(() => scene.scim.post(`${SCIM}/Users`, { userName })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('more changes at once than there are connections do not wait for one another', async () => {
  const names = Array.from({ length: 60 }, () => unique('many'));
  const answers = await Promise.all(
    names.map((userName) => scene.scim.post(`${SCIM}/Users`, { userName })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

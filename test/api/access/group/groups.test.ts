import {
  give,
  group,
  GROUPS,
  MEMBER,
  role,
  serviceAccount,
  somebody,
} from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { person, USERS } from '../../../support/people.js';
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

const shown = async (id: number) => (await service.api.get(`${GROUPS}/${id}`).expect(200)).body;
const all = async (): Promise<unknown> => (await service.api.get(GROUPS).expect(200)).body;
const members = async (id: number): Promise<number[]> =>
  (await shown(id)).users.map((one: { user: { id: number } }) => one.user.id);
const users = (...ids: number[]): object[] => ids.map((id) => ({ user: { id } }));

describe('creating a group', () => {
  test('answers it with its members, and records it and each of them', async () => {
    const [ann, ben] = [await person(service, { name: 'Ann' }), await person(service)];
    const robot = await serviceAccount(service);
    await recorded();
    const name = unique('group');
    const sent = {
      name,
      description: 'Us',
      mappingsSSO: ['us', 'us', 'them'],
      rootRole: 2,
      users: users(ann.id, ben.id, robot.id, ann.id),
    };
    const { body, headers } = await service.api.post(GROUPS, sent).expect(201);
    const { id } = body;
    expect(headers['location']).toBe(`groups/${id}`);
    const group = { id, name, description: 'Us', mappingsSSO: ['us', 'them'], rootRole: 2 };
    expect(body).toMatchObject({
      ...group,
      createdBy: 'admin',
      projects: [],
      userCount: 3,
      scimId: null,
    });
    expect(body.users).toMatchObject([
      { createdBy: 'admin', user: { id: ann.id, name: 'Ann', accountType: 'User' } },
      { user: { id: ben.id } },
      { user: { id: robot.id, accountType: 'Service Account' } },
    ]);
    const ids = [ann.id, ben.id, robot.id];
    expect(await recorded()).toEqual([
      event('group-created', { data: { ...group, users: ids } }),
      ...ids.map((userId) => event('group-user-added', { data: { groupId: id, userId } })),
    ]);
    expect(await shown(id)).toEqual(body);
    expect(((await all()) as { groups: unknown[] }).groups).toContainEqual(body);
    const { body: access } = await service.api.get(`${USERS}/access`).expect(200);
    expect(access.groups).toContainEqual({
      id,
      name,
      description: 'Us',
      createdBy: 'admin',
      createdAt: body.createdAt,
      userCount: 3,
    });
    expect(access.users).toContainEqual(
      expect.objectContaining({ id: robot.id, accountType: 'Service Account' }),
    );
  });

  test.each([
    ['without a name', { name: '' }, 400],
    ['with an unknown user', { users: users(99999) }, 400],
    ['with the service itself', { users: users(-42) }, 400],
    ['with an unknown role', { rootRole: 99 }, 400],
    ['with a role of projects', { rootRole: 4 }, 400],
  ])('%s is refused and leaves nothing behind', async (_, properties, status) => {
    const before = await all();
    await service.api.post(GROUPS, { name: unique('group'), ...properties }).expect(status);
    expect(await all()).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('with a taken name or a deleted user is refused', async () => {
    const name = unique('group');
    await service.api.post(GROUPS, { name }).expect(201);
    expect((await service.api.post(GROUPS, { name }).expect(409)).body.name).toBe(
      'NameExistsError',
    );
    const { id } = await person(service);
    await service.api.delete(`${USERS}/${id}`).expect(200);
    await service.api.post(GROUPS, { name: unique('group'), users: users(id) }).expect(400);
  });
});

describe('changing a group', () => {
  test('replaces its members, keeps what is left out, and records before and after', async () => {
    const [ann, ben, eve] = [await person(service), await person(service), await person(service)];
    const id = await group(service, [ann.id, ben.id], {
      description: 'Us',
      rootRole: 3,
      mappingsSSO: ['us'],
    });
    const { name, users: before } = await shown(id);
    await recorded();
    const { body } = await service.api
      .put(`${GROUPS}/${id}`, { name, users: users(ben.id, eve.id) })
      .expect(200);
    expect(body).toMatchObject({
      id,
      name,
      description: 'Us',
      mappingsSSO: ['us'],
      rootRole: 3,
      userCount: 2,
    });
    expect(body.users[0]).toEqual(before[1]);
    const preData = {
      id,
      name,
      description: 'Us',
      mappingsSSO: ['us'],
      rootRole: 3,
      users: [ann.id, ben.id],
    };
    expect(await recorded()).toEqual([
      event('group-updated', { data: { ...preData, users: [ben.id, eve.id] }, preData }),
      event('group-user-added', { data: { groupId: id, userId: eve.id } }),
      event('group-user-removed', { preData: { groupId: id, userId: ann.id } }),
    ]);
    await service.api.put(`${GROUPS}/${id}`, { name, users: users(eve.id, ben.id) }).expect(200);
    expect(await recorded()).toEqual([]);

    const renamed = unique('group');
    await service.api
      .put(`${GROUPS}/${id}`, {
        name: renamed,
        description: '',
        rootRole: null,
        mappingsSSO: [],
        users: [],
      })
      .expect(200);
    expect(await shown(id)).toMatchObject({
      name: renamed,
      description: null,
      mappingsSSO: [],
      rootRole: null,
      users: [],
      userCount: 0,
    });
    expect((await recorded()).map(({ type }) => type)).toEqual([
      'group-updated',
      'group-user-removed',
      'group-user-removed',
    ]);
  });

  test.each([
    ['with an unknown user', { users: users(99999) }, 400],
    ['with an unknown role', { rootRole: 'Nobody' }, 400],
    ['with users that are none', { users: [{ id: 1 }] }, 400],
  ])('%s is refused and changes nothing', async (_, properties, status) => {
    const id = await group(service, [(await person(service)).id]);
    const before = await shown(id);
    await recorded();
    await service.api.put(`${GROUPS}/${id}`, { name: 'Other', ...properties }).expect(status);
    expect(await shown(id)).toEqual(before);
    expect(await recorded()).toEqual([]);
  });

  test('that does not exist is refused, as are showing and deleting it', async () => {
    await service.api.put(`${GROUPS}/99999`, { name: 'x' }).expect(404);
    await service.api.get(`${GROUPS}/99999`).expect(404);
    await service.api.delete(`${GROUPS}/99999`).expect(404);
    await service.api.get(`${GROUPS}/x`).expect(400);
  });

  test('by many at once leaves the members of one of them, and a history without gaps', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => (await person(service)).id),
    );
    const id = await group(service);
    const { name } = await shown(id);
    await recorded();
    const wanted = people.map((_, i) => [people[i]!, people[(i + 1) % 6]!].sort((a, b) => a - b));
    await Promise.all(
      wanted.map((ids) =>
        service.api.put(`${GROUPS}/${id}`, { name, users: users(...ids) }).expect(200),
      ),
    );
    const left = (await members(id)).sort((a, b) => a - b);
    expect(wanted).toContainEqual(left);
    const updates = (await recorded()).filter(({ type }) => type === 'group-updated');
    expect(updates).toHaveLength(6);
    updates.reduce((before, { data, preData }) => {
      expect(preData!['users']).toEqual(before);
      return data!['users'] as number[];
    }, [] as number[]);
    expect(updates.at(-1)!.data!['users']).toEqual(left);
  });
});

describe('the members of a group', () => {
  test('have its root role besides their own, as long as they are in it', async () => {
    const { id, api } = await somebody(service);
    await api.get(GROUPS).expect(403);
    const groupId = await group(service, [id], { rootRole: 1 });
    await api.get(GROUPS).expect(200);
    expect((await service.api.get(`${USERS}/admin-count`).expect(200)).body).toMatchObject({
      password: 2,
    });
    const { name } = await shown(groupId);
    await service.api.put(`${GROUPS}/${groupId}`, { name, users: [] }).expect(200);
    await api.get(GROUPS).expect(403);
    await service.api.put(`${GROUPS}/${groupId}`, { name, users: users(id) }).expect(200);
    await api.get(GROUPS).expect(200);
    await service.api.delete(`${GROUPS}/${groupId}`).expect(200);
    await api.get(GROUPS).expect(403);
  });

  test('may in a project what the group may, until it is deleted', async () => {
    const project = await service.given.project({ mode: 'private' });
    const { id, api } = await somebody(service, 'Editor');
    const groupId = await group(service, [id]);
    const create = () => api.post(`/api/admin/projects/${project}/features`, { name: unique() });
    await create().expect(404);
    await give(service, project, [MEMBER], { groups: [groupId] });
    await create().expect(201);
    expect(await shown(groupId)).toMatchObject({ projects: [project] });
    const before = await shown(groupId);
    await recorded();
    await service.api.delete(`${GROUPS}/${groupId}`).expect(200);
    const preData = {
      id: groupId,
      name: before.name,
      description: null,
      mappingsSSO: [],
      rootRole: null,
      users: [id],
    };
    expect(await recorded()).toEqual([event('group-deleted', { preData })]);
    await create().expect(404);
    expect(
      await service.sql('SELECT FROM project_group_role WHERE group_id = $1', [groupId]),
    ).toEqual([]);
  });

  test('leave it when they are deleted', async () => {
    const [{ id }, { id: other }] = [await person(service), await person(service)];
    const groupId = await group(service, [id, other]);
    const rootRole = await role(service, 'root-custom');
    await service.api.put(`${USERS}/${id}`, { rootRole }).expect(200);
    await service.api.delete(`${USERS}/${id}`).expect(200);
    expect(await members(groupId)).toEqual([other]);
  });
});

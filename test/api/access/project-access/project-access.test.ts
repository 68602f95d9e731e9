import {
  accessTo,
  give,
  group,
  GROUPS,
  MEMBER,
  OWNER,
  role,
  rolesIn,
  serviceAccount,
  somebody,
} from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { person, USERS } from '../../../support/people.js';
import { event, recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let recorded: Awaited<ReturnType<typeof recorder>>;
let project: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = await service.given.project();
  recorded = await recorder(service);
});

interface Held {
  id: number;
  roles: number[];
}
const access = async (): Promise<{ users: Held[]; groups: Held[]; roles: object[] }> =>
  (await service.api.get(accessTo(project)).expect(200)).body;
const held = async (): Promise<object> => {
  const { users, groups } = await access();
  const bare = (list: Held[]) => Object.fromEntries(list.map(({ id, roles }) => [id, roles]));
  return { users: bare(users), groups: bare(groups) };
};
const here = (type: string, content: { data?: unknown; preData?: unknown }): object =>
  event(type, content, { project });

describe('giving roles in a project', () => {
  test('is shown with those who have them and the roles there are, and recorded', async () => {
    const ann = await person(service, { name: 'Ann', email: `${unique()}@example.com` });
    const robot = await serviceAccount(service);
    const groupId = await group(service, [ann.id]);
    const custom = await role(service, 'custom', 'CREATE_FEATURE');
    await recorded();
    const { text } = await service.api
      .post(accessTo(project), {
        roles: [custom, MEMBER],
        users: [robot.id, ann.id],
        groups: [groupId],
      })
      .expect(200);
    expect(text).toBe('');
    const data = { roles: [custom, MEMBER], users: [robot.id, ann.id], groups: [groupId] };
    const added = [MEMBER, custom].map((id) => ({
      id,
      users: [ann.id, robot.id].sort((a, b) => a - b),
      groups: [groupId],
    }));
    expect(await recorded()).toEqual([here('project-access-added', { data: { ...data, added } })]);
    const { users, groups, roles } = await access();
    const both = { roleId: MEMBER, roles: [MEMBER, custom], addedAt: expect.any(String) };
    expect(users).toEqual([
      {
        id: ann.id,
        isAPI: false,
        name: 'Ann',
        email: expect.stringContaining('@example.com'),
        imageUrl: expect.any(String),
        ...both,
      },
      {
        id: robot.id,
        isAPI: false,
        name: 'Robot',
        email: null,
        imageUrl: expect.any(String),
        ...both,
      },
    ]);
    expect(groups).toMatchObject([
      { id: groupId, ...both, rootRole: null, mappingsSSO: [], users: [{ user: { id: ann.id } }] },
    ]);
    expect(roles).toMatchObject([{ name: 'Owner' }, { name: 'Member' }, ...roles.slice(2)]);
    expect(roles).toContainEqual(expect.objectContaining({ id: custom, type: 'custom' }));

    await give(service, project, [MEMBER], { users: [ann.id] });
    expect(await recorded()).toEqual([]);
    expect(
      (await service.api.get(`/api/admin/projects/roles/${custom}/access`).expect(200)).body,
    ).toEqual({
      projects: [{ project, role: custom, userCount: 1, serviceAccountCount: 1, groupCount: 1 }],
    });
  });

  test.each([
    ['an unknown role', { roles: [999] }],
    ['a role of the whole instance', { roles: [3] }],
    ['an unknown user', { users: [99999] }],
    ['the service itself', { users: [-42] }],
    ['an unknown group', { groups: [99999] }],
    ['an id that cannot be one', { users: [3e9] }],
    ['no list', { roles: 'Member' }],
  ])('that name %s is refused and gives nothing', async (_, properties) => {
    const { id } = await person(service);
    await recorded();
    await service.api
      .post(accessTo(project), { roles: [MEMBER], users: [id], groups: [], ...properties })
      .expect(400);
    expect(await held()).toEqual({ users: {}, groups: {} });
    expect(await recorded()).toEqual([]);
  });

  test('in a project that does not exist, or is archived, is refused', async () => {
    await service.api
      .post(accessTo('nosuch'), { roles: [MEMBER], users: [], groups: [] })
      .expect(404);
    await service.api.get(accessTo('nosuch')).expect(404);
    await service.api.post(`/api/admin/projects/archive/${project}`).expect(200);
    await service.api.put(accessTo(project), { roles: [] }).expect(404);
    await service.api.get('/api/admin/projects/roles/99999/access').expect(404);
  });
});

describe('saying anew who has which role', () => {
  test('replaces everything, and records it before and after', async () => {
    const [ann, ben, eve] = [await person(service), await person(service), await person(service)];
    const groupId = await group(service);
    await give(service, project, [MEMBER], { users: [ann.id, ben.id], groups: [groupId] });
    const { users: before } = await access();
    await recorded();
    const roles = [
      { id: MEMBER, users: [ben.id] },
      { id: OWNER, users: [eve.id], groups: [groupId, groupId] },
    ];
    const { text } = await service.api.put(accessTo(project), { roles }).expect(200);
    expect(text).toBe('');
    expect(await held()).toEqual({
      users: { [ben.id]: [MEMBER], [eve.id]: [OWNER] },
      groups: { [groupId]: [OWNER] },
    });
    expect((await access()).users.find(({ id }) => id === ben.id)).toEqual(
      before.find(({ id }) => id === ben.id),
    );
    const preData = { roles: [{ id: MEMBER, users: [ann.id, ben.id], groups: [groupId] }] };
    const owners = { id: OWNER, users: [eve.id], groups: [groupId] };
    expect(await recorded()).toEqual([
      here('project-access-updated', {
        data: { roles: [owners, { id: MEMBER, users: [ben.id], groups: [] }] },
        preData,
      }),
    ]);
    await service.api.put(accessTo(project), { roles: [...roles].reverse() }).expect(200);
    expect(await recorded()).toEqual([]);
  });

  test('for a user, and for a group', async () => {
    const { id } = await person(service);
    const groupId = await group(service);
    await recorded();
    await service.api
      .put(rolesIn(project, 'users', id), { roles: [MEMBER, OWNER, MEMBER] })
      .expect(200);
    await service.api.put(rolesIn(project, 'groups', groupId), { roles: [MEMBER] }).expect(200);
    expect(await held()).toEqual({
      users: { [id]: [OWNER, MEMBER] },
      groups: { [groupId]: [MEMBER] },
    });
    const of = { userId: id, roles: [OWNER, MEMBER] };
    const ofGroup = { groupId, roles: [MEMBER] };
    expect(await recorded()).toEqual([
      here('project-access-user-roles-updated', { data: of, preData: { userId: id, roles: [] } }),
      here('project-access-group-roles-updated', {
        data: ofGroup,
        preData: { groupId, roles: [] },
      }),
    ]);
    await service.api.put(rolesIn(project, 'users', id), { roles: [OWNER, MEMBER] }).expect(200);
    expect(await recorded()).toEqual([]);

    await give(service, project, [OWNER], { groups: [groupId] });
    await recorded();
    await service.api.delete(rolesIn(project, 'users', id)).expect(200);
    await service.api.delete(rolesIn(project, 'users', id)).expect(200);
    expect(await recorded()).toEqual([here('project-access-user-roles-deleted', { preData: of })]);
    expect(await held()).toEqual({ users: {}, groups: { [groupId]: [OWNER, MEMBER] } });
  });

  test.each(['users', 'groups'] as const)('for %s that do not exist is refused', async (kind) => {
    await service.api.put(rolesIn(project, kind, 99999), { roles: [MEMBER] }).expect(404);
    await service.api.put(rolesIn(project, kind, 99999), { roles: [] }).expect(404);
    await service.api.delete(rolesIn(project, kind, 99999)).expect(404);
    const { id } = await person(service);
    await recorded();
    await service.api.put(rolesIn(project, 'users', id), { roles: [999] }).expect(400);
    await service.api.put(rolesIn(project, 'users', id), {}).expect(400);
    expect(await recorded()).toEqual([]);
  });

  test('by many at once leaves what one of them wanted, and a history without gaps', async () => {
    const { id } = await person(service);
    const roles = await Promise.all(Array.from({ length: 4 }, () => role(service, 'custom')));
    await recorded();
    await Promise.all(
      roles.map((one) =>
        service.api.put(rolesIn(project, 'users', id), { roles: [one] }).expect(200),
      ),
    );
    const events = await recorded();
    expect(events).toHaveLength(4);
    const last = events.reduce((before, { data, preData }) => {
      expect(preData!['roles']).toEqual(before);
      return data!['roles'] as number[];
    }, [] as number[]);
    expect(await held()).toEqual({ users: { [id]: last }, groups: {} });
  });
});

describe('the owners of a project', () => {
  const listed = async () =>
    (await service.api.get('/api/admin/projects').expect(200)).body.projects.find(
      (one: { id: string }) => one.id === project,
    );

  test('are told with its members, each person once', async () => {
    expect(await listed()).toMatchObject({ owners: [{ ownerType: 'system' }], memberCount: 0 });
    const [ann, ben] = [
      await person(service, { name: 'Ann', email: `${unique()}@example.com` }),
      await person(service),
    ];
    const robot = await serviceAccount(service);
    const groupId = await group(service, [ann.id, ben.id]);
    const { body } = await service.api.get(`${GROUPS}/${groupId}`).expect(200);
    await give(service, project, [OWNER], { users: [ann.id], groups: [groupId] });
    await give(service, project, [MEMBER], { users: [ann.id, robot.id] });
    expect(await listed()).toMatchObject({
      memberCount: 2,
      owners: [
        {
          ownerType: 'user',
          name: 'Ann',
          email: expect.stringContaining('@example.com'),
          imageUrl: expect.stringContaining('https://'),
        },
        { ownerType: 'group', name: body.name },
      ],
    });
    const at = `/api/admin/projects/${project}`;
    expect((await service.api.get(`${at}/overview`).expect(200)).body.members).toBe(2);
    expect((await service.api.get(`${at}/status`).expect(200)).body.resources.members).toBe(2);
    await service.sql(
      `UPDATE project_user_role SET added_at = now() - interval '31 days' WHERE project = $1`,
      [project],
    );
    expect((await service.api.get(`${at}/insights`).expect(200)).body.members).toEqual({
      currentMembers: 2,
      change: 1,
    });
  });

  test('are those who create it, if they are somebody', async () => {
    const editor = await somebody(service, 'Editor');
    const id = unique('project');
    await editor.api.post('/api/admin/projects', { id, name: id }).expect(201);
    project = id;
    expect(await held()).toEqual({ users: { [editor.id]: [OWNER] }, groups: {} });
    expect((await recorded()).at(-1)).toMatchObject({
      type: 'project-access-added',
      project,
      data: { roles: [OWNER], users: [editor.id], groups: [] },
    });
    const robot = await serviceAccount(service, 'Editor');
    project = unique('project');
    await robot.api.post('/api/admin/projects', { id: project, name: project }).expect(201);
    expect(await held()).toEqual({ users: { [robot.id]: [OWNER] }, groups: {} });
  });

  test('do not lose the last one of them, be it a group', async () => {
    const owner = await somebody(service);
    const groupId = await group(service);
    await give(service, project, [OWNER], { users: [owner.id] });
    await recorded();
    for (const refusal of [
      service.api.delete(rolesIn(project, 'users', owner.id)),
      service.api.put(rolesIn(project, 'users', owner.id), { roles: [MEMBER] }),
      owner.api.put(accessTo(project), { roles: [{ id: MEMBER, users: [owner.id] }] }),
    ])
      expect((await refusal.expect(409)).body.name).toBe('ProjectWithoutOwnerError');
    expect(await held()).toEqual({ users: { [owner.id]: [OWNER] }, groups: {} });
    expect(await recorded()).toEqual([]);

    await give(service, project, [OWNER], { groups: [groupId] });
    await owner.api.delete(rolesIn(project, 'users', owner.id)).expect(200);
    await service.api.delete(rolesIn(project, 'groups', groupId)).expect(409);
    // An administrator who replaces all assignments may remove the owner: programs that manage
    // access as code do so.
    await service.api.put(accessTo(project), { roles: [] }).expect(200);
    expect(await held()).toEqual({ users: {}, groups: {} });
  });
});

describe('roles in a project end', () => {
  test('with the user, with the group, with the project', async () => {
    const [ann, ben] = [await person(service), await person(service)];
    const groupId = await group(service);
    const custom = await role(service, 'custom', 'CREATE_FEATURE');
    await give(service, project, [custom], { users: [ann.id, ben.id], groups: [groupId] });
    await service.api.delete(`${USERS}/${ann.id}`).expect(200);
    await service.api.delete(`${GROUPS}/${groupId}`).expect(200);
    expect(await held()).toEqual({ users: { [ben.id]: [custom] }, groups: {} });
    await service.api.delete(`/api/admin/projects/${project}`).expect(200);
    expect(
      (await service.api.get(`/api/admin/projects/roles/${custom}/access`).expect(200)).body,
    ).toEqual({ projects: [] });
    await service.api.delete(`/api/admin/roles/${custom}`).expect(200);
  });
});

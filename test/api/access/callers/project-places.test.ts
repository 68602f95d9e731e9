import { MEMBER_ROLE } from '../../../../src/core/auth/permissions/role-permissions.js';
import { role, somebody, type Somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { recorder } from '../../../support/recorder.js';
import { TestService } from '../../../support/service.js';

const ADMIN = '/api/admin';

let service: TestService;
/** An open and a protected project, each with a feature. */
let open: string;
let closed: string;
let editor: Somebody;
let member: Somebody;
beforeAll(async () => {
  service = await TestService.start();
  open = await service.given.project();
  closed = await service.given.project({ mode: 'protected' });
  editor = await somebody(service, 'Editor');
  member = await somebody(service, 'Viewer', { [closed]: MEMBER_ROLE });
});
afterAll(() => service.stop());

const features = (project: string): string => `${ADMIN}/projects/${project}/features`;

async function feature(project: string, { archived = false } = {}): Promise<string> {
  const name = unique();
  await service.api.post(features(project), { name }).expect(201);
  if (archived) await service.api.delete(`${features(project)}/${name}`).expect(202);
  return name;
}

describe('a protected project', () => {
  test('can be read by everybody and changed only by its members', async () => {
    const name = await feature(closed);
    const url = `${features(closed)}/${name}`;
    await editor.api.get(url).expect(200);
    const recorded = await recorder(service);
    const writes = [
      () => editor.api.post(features(closed), { name: unique() }),
      () => editor.api.put(url, { description: 'new' }),
      () => editor.api.post(`${url}/environments/development/on`),
      () => editor.api.post(`${url}/environments/development/strategies`, { name: 'default' }),
      () =>
        editor.api.post(`${ADMIN}/projects/${closed}/bulk_features/environments/development/on`, {
          features: [name],
        }),
      () => editor.api.put(`${ADMIN}/projects/${closed}`, { name: 'mine' }),
      () =>
        editor.api.post(`${ADMIN}/features-batch/import`, {
          project: closed,
          environment: 'development',
          data: { features: [], featureStrategies: [], tagTypes: [] },
        }),
    ];
    for (const write of writes)
      expect((await write().expect(403)).body.name).toBe('PermissionError');
    expect(await recorded()).toEqual([]);
    await member.api.post(`${url}/environments/development/on`).expect(200);
    await member.api.post(features(open), { name: unique() }).expect(403);
  });

  test.each([
    [
      'tags',
      (name: string) =>
        editor.api.post(`${ADMIN}/features/${name}/tags`, { type: 'simple', value: 'mine' }),
      false,
    ],
    ['revival', (name: string) => editor.api.post(`${ADMIN}/archive/revive/${name}`), true],
    ['deletion', (name: string) => editor.api.delete(`${ADMIN}/archive/${name}`), true],
  ])(
    '%s by the name of the feature alone is looked up: it takes the right of its project',
    async (_, write, archived) => {
      const recorded = await recorder(service);
      const [theirs, ours] = [
        await feature(closed, { archived }),
        await feature(open, { archived }),
      ];
      await recorded();
      await write(theirs).expect(403);
      expect(await recorded()).toEqual([]);
      await write(ours).expect((response) => expect([200, 201]).toContain(response.status));
      await write('nosuch').expect(404);
    },
  );

  test('whoever has a right in one project has none in another by the name of its feature', async () => {
    const [theirs, ours] = [await feature(open), await feature(closed)];
    const tag = { type: 'simple', value: 'mine' };
    await member.api.post(`${ADMIN}/features/${ours}/tags`, tag).expect(201);
    await member.api.post(`${ADMIN}/features/${theirs}/tags`, tag).expect(403);
    await member.api.post(`${ADMIN}/archive/revive/${theirs}`).expect(403);
  });
});

describe('what all projects share is no way into one of them', () => {
  test('a tag, or a tag type, is taken off the features of projects only by whoever may change these', async () => {
    const [theirs, ours] = [await feature(closed), await feature(open)];
    const { name: type } = (
      await service.api.post(`${ADMIN}/tag-types`, { name: unique('type') }).expect(201)
    ).body;
    for (const name of [theirs, ours])
      await service.api.post(`${ADMIN}/features/${name}/tags`, { type, value: 'both' }).expect(201);
    await service.api.post(`${ADMIN}/features/${ours}/tags`, { type, value: 'ours' }).expect(201);
    const recorded = await recorder(service);
    await editor.api.delete(`${ADMIN}/tags/${type}/both`).expect(403);
    await editor.api.delete(`${ADMIN}/tag-types/${type}`).expect(403);
    await member.api.delete(`${ADMIN}/tags/${type}/ours`).expect(403);
    expect(await recorded()).toEqual([]);
    await editor.api.delete(`${ADMIN}/tags/${type}/ours`).expect(200);
    await service.api.delete(`${ADMIN}/tag-types/${type}`).expect(200);
  });

  test('a segment of a project is a matter of that project, and moving one a matter of both places', async () => {
    const create = async (project: string | null): Promise<string> =>
      (
        await service.api
          .post(`${ADMIN}/segments`, { name: unique('segment'), project, constraints: [] })
          .expect(201)
      ).body.id as string;
    const [global, theirs, ours] = [await create(null), await create(closed), await create(open)];
    const put = (who: Somebody, id: string, project?: string | null) =>
      who.api.put(`${ADMIN}/segments/${id}`, {
        name: unique('segment'),
        constraints: [],
        ...(project === undefined ? {} : { project }),
      });
    const post = (who: Somebody, project?: string) =>
      who.api.post(`${ADMIN}/segments`, { name: unique('segment'), project, constraints: [] });
    const recorded = await recorder(service);
    for (const refused of [
      put(editor, theirs),
      put(editor, theirs, open),
      put(editor, ours, closed),
      post(editor, closed),
    ])
      await refused.expect(403);
    for (const refused of [
      put(member, global),
      put(member, theirs, null),
      put(member, global, closed),
      post(member),
      post(member, open),
    ])
      await refused.expect(403);
    for (const [who, id] of [
      [editor, theirs],
      [member, global],
      [member, ours],
    ] as const)
      await who.api.delete(`${ADMIN}/segments/${id}`).expect(403);
    expect(await recorded()).toEqual([]);
    await put(editor, global).expect(204);
    await put(editor, ours, null).expect(204);
    await put(member, theirs).expect(204);
    await post(member, closed).expect(201);
    await member.api.delete(`${ADMIN}/segments/${theirs}`).expect(204);
  });
});

describe('a right in one environment', () => {
  let keeper: Somebody;
  let name: string;
  let url: string;
  beforeAll(async () => {
    const rights = [
      'UPDATE_FEATURE_ENVIRONMENT',
      'UPDATE_FEATURE_STRATEGY',
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    ];
    const here = await role(service, 'custom', ...rights.map((right) => `${right} development`));
    keeper = await somebody(service, 'Viewer', { [closed]: here });
    name = await feature(closed);
    url = `${features(closed)}/${name}`;
  });

  test('does not count in another environment', async () => {
    await keeper.api.post(`${url}/environments/development/on`).expect(200);
    await keeper.api.post(`${url}/environments/production/on`).expect(403);
    const bulk = `${ADMIN}/projects/${closed}/bulk_features/environments`;
    await keeper.api.post(`${bulk}/development/off`, { features: [name] }).expect(200);
    await keeper.api.post(`${bulk}/production/off`, { features: [name] }).expect(403);
  });

  test('counts for the environments that the body names', async () => {
    const variants = [{ name: 'a', weight: 1000, weightType: 'variable' }];
    const put = (...environments: string[]) =>
      keeper.api.put(`${url}/variants-batch`, { environments, variants });
    await put('production').expect(403);
    await put('development', 'production').expect(403);
    await put('development').expect(200);
    const elsewhere = `${features(open)}/${await feature(open)}/variants-batch`;
    await keeper.api.put(elsewhere, { environments: ['development'], variants }).expect(403);
  });

  test('counts for the strategy whose segments the body names', async () => {
    for (const [environment, status] of [
      ['development', 201],
      ['production', 403],
    ] as const) {
      const { body } = await service.api
        .post(`${url}/environments/${environment}/strategies`, { name: 'default' })
        .expect(200);
      const request = {
        projectId: closed,
        strategyId: body.id,
        environmentId: environment,
        segmentIds: [],
      };
      await keeper.api.post(`${ADMIN}/segments/strategies`, request).expect(status);
      // Naming an environment with permission does not help: the strategy is not there.
      if (status === 403)
        await keeper.api
          .post(`${ADMIN}/segments/strategies`, { ...request, environmentId: 'development' })
          .expect(404);
    }
  });
});

test('an environment is cloned into the projects that one may know of', async () => {
  const hidden = await service.given.project({ mode: 'private' });
  const clone = await role(service, 'root-custom', 'CREATE_ENVIRONMENT');
  const { api } = await somebody(service, clone);
  const [all, none] = [unique('environment'), unique('environment')];
  await api
    .post(`${ADMIN}/environments/development/clone`, {
      name: none,
      type: 'test',
      projects: [open, hidden],
    })
    .expect(404);
  await api
    .post(`${ADMIN}/environments/development/clone`, { name: all, type: 'test' })
    .expect(200);
  const having = await service.sql<{ project: string }>(
    'SELECT project FROM project_environment WHERE environment = ANY ($1)',
    [[all, none]],
  );
  expect(having.map((row) => row.project)).toEqual(expect.arrayContaining([open, closed]));
  expect(having.map((row) => row.project)).not.toContain(hidden);
});

test('the contents of a deleted private project stay private, and its id cannot be used again', async () => {
  const id = unique('secret');
  await service.given.project({ id, mode: 'private' });
  const name = unique('secret');
  await service.api.post(features(id), { name }).expect(201);
  await service.api.delete(`${features(id)}/${name}`).expect(202);
  const tokens = `${ADMIN}/projects/${id}/api-tokens`;
  await service.api
    .post(tokens, { tokenName: `secret of ${id}`, type: 'client', environment: 'development' })
    .expect(201);
  await service.api.delete(`${ADMIN}/projects/${id}`).expect(200);
  const { api } = await somebody(service, 'Editor');
  expect((await api.get(`${ADMIN}/search/events?limit=1000`).expect(200)).text).not.toContain(
    'secret',
  );
  const reader = await somebody(
    service,
    await role(service, 'root-custom', 'READ_CLIENT_API_TOKEN'),
  );
  expect((await reader.api.get(`${ADMIN}/api-tokens`).expect(200)).text).not.toContain('secret of');
  expect((await api.get(`${ADMIN}/events/${name}`).expect(200)).body.events).toEqual([]);
  expect((await service.api.get(`${ADMIN}/search/events?limit=1000`).expect(200)).text).toContain(
    id,
  );
  await api
    .post(`${ADMIN}/projects`, { id, name: 'mine', environments: ['development'] })
    .expect(409);
  await api.post(`${ADMIN}/projects/validate`, { id }).expect(409);
  expect(
    (await api.post(`${ADMIN}/projects`, { name: id, environments: ['development'] }).expect(201))
      .body.id,
  ).toBe(`${id}-2`);
  await service.api.post(`${ADMIN}/projects`, { id, name: 'mine' }).expect(409);
});

import { give, MEMBER, role, somebody } from '../../../support/access.js';
import type { Api } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import { milestone, TEMPLATES } from '../../../support/release-plan-scene.js';
import { TestService } from '../../../support/service.js';
import { type Body, Sdk } from '../../serving/client/support.js';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
afterAll(() => service.stop());

const PROJECTS = '/api/admin/projects';
const inProject = (project: string, feature: string): string =>
  `${PROJECTS}/${project}/features/${feature}`;

/** A feature of a project that is on in development. */
async function featureOf(project: string, properties: object = {}): Promise<string> {
  const name = unique();
  await service.api.post(`${PROJECTS}/${project}/features`, { name, ...properties }).expect(201);
  await service.api.post(`${inProject(project, name)}/environments/development/on`).expect(200);
  return name;
}

const move = (feature: string, from: string, to: string, api: Api = service.api) =>
  api.post(`${inProject(from, feature)}/changeProject`, { newProjectId: to });

const isIn = async (project: string, feature: string): Promise<boolean> =>
  (await service.api.get(inProject(project, feature))).status === 200;

async function now(): Promise<string> {
  const [row] = await service.sql<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return row!.now;
}

async function clientToken(...projects: string[]): Promise<string> {
  const asked = { tokenName: unique('token'), type: 'client', environment: 'development' };
  const { body } = await service.api.post('/api/admin/api-tokens', { ...asked, projects });
  return body.secret as string;
}

async function projects(count = 2): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => service.given.project()));
}

describe('moving a feature', () => {
  test('keeps everything that belongs to it, and is recorded once', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from, { description: 'Moves', tags: [] });
    const { body: before } = await service.api.get(inProject(from, feature)).expect(200);
    await move(feature, from, to).expect(200);
    const { body: after } = await service.api.get(inProject(to, feature)).expect(200);
    expect({ ...after, collaborators: 0 }).toEqual({ ...before, project: to, collaborators: 0 });
    await service.api.get(inProject(from, feature)).expect(404);
    expect(await eventsOf(service, feature, 'feature-project-change')).toMatchObject([
      { project: to, data: { oldProject: from, newProject: to } },
    ]);
    await move(feature, to, to).expect(200);
    expect(await eventsOf(service, feature, 'feature-project-change')).toHaveLength(1);
  });

  test('is off in environments that only the new project has', async () => {
    const extra = await service.given.environment();
    const from = await service.given.project();
    const to = await service.given.project({ environments: ['development', extra] });
    const feature = await featureOf(from);
    await move(feature, from, to).expect(200);
    const { body } = await service.api.get(inProject(to, feature)).expect(200);
    const states = body.environments.map((one: Body) => [one.name, one.enabled]);
    expect(Object.fromEntries(states)).toEqual({ development: true, [extra]: false });
    await service.api.post(`${inProject(to, feature)}/environments/${extra}/on`).expect(200);
  });

  test('takes it from SDKs of the old project and gives it to those of the new one', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from);
    const [old, fresh] = [await clientToken(from), await clientToken(to)];
    const polled = await service.api.as({ token: old }).get('/api/client/delta').expect(200);
    expect(await Sdk.of(service, old).isOn(feature)).toBe(true);
    expect(await Sdk.of(service, fresh).isOn(feature)).toBeUndefined();
    await move(feature, from, to).expect(200);
    expect(await Sdk.of(service, old).isOn(feature)).toBeUndefined();
    expect(await Sdk.of(service, fresh).feature(feature)).toMatchObject({
      enabled: true,
      project: to,
    });
    const { body } = await service.api
      .as({ token: old })
      .get('/api/client/delta')
      .set('If-None-Match', polled.headers['etag']!)
      .expect(200);
    expect(body.events).toMatchObject([{ type: 'feature-removed', featureName: feature }]);
  });

  test('keeps a name that does not match the naming pattern of the new project', async () => {
    const [from, to] = (await projects()) as [string, string];
    await service.api
      .put(`${PROJECTS}/${to}/settings`, { featureNaming: { pattern: 'shop-.+' } })
      .expect(200);
    const feature = await featureOf(from);
    await service.api.post(`${PROJECTS}/${to}/features`, { name: unique() }).expect(400);
    await move(feature, from, to).expect(200);
    await service.api.patch(inProject(to, feature), []).expect(200);
    const { body } = await service.api.get(inProject(to, feature)).expect(200);
    expect(body).toMatchObject({ name: feature, project: to });
  });

  test('moves it in search and in the counts of projects', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from);
    const { api } = await somebody(service, 'Admin');
    await api.post(`${inProject(from, feature)}/favorites`).expect(200);
    await move(feature, from, to, api).expect(200);
    const found = async (project: string): Promise<Body[]> =>
      (await api.get(`/api/admin/search/features?project=IS:${project}`).expect(200)).body.features;
    expect(await found(from)).toEqual([]);
    expect(await found(to)).toMatchObject([{ name: feature, project: to, favorite: true }]);
    const { body } = await service.api.get(PROJECTS).expect(200);
    const counts = Object.fromEntries(body.projects.map((one: Body) => [one.id, one.featureCount]));
    expect(counts).toMatchObject({ [from]: 0, [to]: 1 });
  });

  test('is part of former states: the project it had then has it', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from);
    const { body: then } = await service.api.get(inProject(from, feature)).expect(200);
    const at = await now();
    await move(feature, from, to).expect(200);
    await service.api.post(`${inProject(to, feature)}/environments/development/off`).expect(200);
    const { body: former } = await service.api
      .get(`${inProject(from, feature)}?asOf=${at}`)
      .expect(200);
    expect(former).toMatchObject({ project: from, environments: [{ enabled: true }, {}] });
    expect(former.environments).toEqual(
      then.environments.map((one: Body) => expect.objectContaining({ name: one.name })),
    );
    await service.api.get(`${inProject(to, feature)}?asOf=${at}`).expect(404);
    const listed = async (project: string): Promise<string[]> =>
      (
        await service.api.get(`${PROJECTS}/${project}/features?asOf=${at}`).expect(200)
      ).body.features.map((one: Body) => one.name);
    expect(await listed(from)).toEqual([feature]);
    expect(await listed(to)).toEqual([]);
    const served = async (project: string): Promise<Body[]> =>
      (
        await service.api
          .get(`/api/client/features?environment=development&project=${project}&asOf=${at}`)
          .expect(200)
      ).body.features;
    expect(await served(from)).toMatchObject([{ name: feature, project: from, enabled: true }]);
    expect(await served(to)).toEqual([]);
    const { body: compared } = await service.api
      .get(`${PROJECTS}/${from}/compare?from=${at}`)
      .expect(200);
    expect(JSON.stringify(compared)).toContain(feature);
  });
});

describe('a feature is not moved', () => {
  const refused = async (feature: string, from: string, to: string, status: number) => {
    const { body } = await move(feature, from, to).expect(status);
    expect(await isIn(from, feature)).toBe(true);
    expect(await eventsOf(service, feature, 'feature-project-change')).toEqual([]);
    return body as { name: string; message: string };
  };

  test('to a project without an environment in which it is on', async () => {
    const from = await service.given.project();
    const to = await service.given.project({ environments: ['production'] });
    const feature = await featureOf(from);
    const { name, message } = await refused(feature, from, to, 403);
    expect(name).toBe('IncompatibleProjectError');
    expect(message).toContain('"development"');
    await service.api.post(`${inProject(from, feature)}/environments/development/off`).expect(200);
    await move(feature, from, to).expect(200);
  });

  test('while it uses a segment of its project', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from);
    const name = unique('segment');
    const { body } = await service.api
      .post('/api/admin/segments', { name, project: from, constraints: [] })
      .expect(201);
    await service.api
      .post(`${inProject(from, feature)}/environments/production/strategies`, {
        name: 'default',
        segments: [body.id],
      })
      .expect(200);
    const { message } = await refused(feature, from, to, 400);
    expect(message).toContain(name);
    await service.api.put(`/api/admin/segments/${body.id}`, {
      name,
      project: null,
      constraints: [],
    });
    await move(feature, from, to).expect(200);
  });

  test.each(['child', 'parent'])('while it is a %s', async (kind) => {
    const [from, to] = (await projects()) as [string, string];
    const [child, parent] = [await featureOf(from), await featureOf(from)];
    await service.api
      .post(`${inProject(from, child)}/dependencies`, { feature: parent })
      .expect(200);
    const { message } = await refused(kind === 'child' ? child : parent, from, to, 403);
    expect(message).toContain('Remove the dependencies first');
  });

  test('to a project that has reached its limit, also not concurrently', async () => {
    const from = await service.given.project();
    const to = await service.given.project({ featureLimit: 1 });
    const names = [await featureOf(from), await featureOf(from), await featureOf(from)];
    const answers = await Promise.all(names.map((name) => move(name, from, to)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  test('when it is archived, unknown, or the project is', async () => {
    const [from, to] = (await projects()) as [string, string];
    const feature = await featureOf(from);
    await refused(feature, from, unique('nowhere'), 404);
    await move(unique('nothing'), from, to).expect(404);
    await move(feature, to, from).expect(404);
    await service.api.delete(inProject(from, feature)).expect(202);
    await move(feature, from, to).expect(400);
    await service.api.post(`${inProject(from, feature)}/changeProject`, {}).expect(400);
  });

  test('without the permission in both projects, and no private project is revealed', async () => {
    const [from, to] = (await projects()) as [string, string];
    const hidden = await service.given.project({ mode: 'private' });
    const closed = await service.given.project({ mode: 'protected' });
    const feature = await featureOf(from);
    const one = await somebody(service);
    const mover = await role(service, 'custom', 'MOVE_FEATURE_TOGGLE');
    await give(service, from, [mover], { users: [one.id] });
    const answers = await Promise.all(
      [closed, hidden, unique('nowhere')].map((project) => move(feature, from, project, one.api)),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    const messages = answers.map(({ body }) => body.message);
    expect(new Set(messages).size).toBe(1);
    await give(service, to, [mover], { users: [one.id] });
    await move(feature, from, to, one.api).expect(200);
    const other = await somebody(service);
    await give(service, from, [MEMBER], { users: [other.id] });
    await move(feature, to, from, other.api).expect(403);
  });

  test('out of or into an environment that requires approvals, unless it has nothing there', async () => {
    const scene = await ChangeRequestScene.create(service);
    const other = await service.given.project();
    const on = await scene.feature({ on: true });
    const { message } = await refused(on, scene.project, other, 403);
    expect(message).toContain('requires approvals');
    const empty = await scene.feature();
    await move(empty, scene.project, other).expect(200);
    await service.api.post(`${inProject(other, empty)}/environments/production/on`).expect(200);
    const { body } = await move(empty, other, scene.project).expect(403);
    expect(body.message).toContain('requires approvals');
  });

  test('into an environment that requires approvals, with a plan for it', async () => {
    const scene = await ChangeRequestScene.create(service);
    const other = await service.given.project();
    const feature = await featureOf(other);
    const template = { name: unique(), milestones: [milestone(100)] };
    const { body } = await service.api.post(TEMPLATES, template).expect(200);
    const plans = `${inProject(other, feature)}/environments/production/release-plans`;
    await service.api.post(plans, { templateId: body.id }).expect(200);
    expect((await refused(feature, other, scene.project, 403)).message).toContain('approvals');
  });

  test('to a project that would have too many schedules', async () => {
    const [from, to] = (await projects()) as [string, string];
    const [feature, other] = [await featureOf(from), await featureOf(to)];
    const store = (name: string, count: number) =>
      service.sql(
        `INSERT INTO schedule (feature_name, environment, action, payload, starts_at, next_at,
           time_zone, when_late, created_by_user_id)
         SELECT $1, 'production', 'on', '{}', now() + interval '1 day', now() + interval '1 day',
                'UTC', 'run', -42 FROM generate_series(1, $2)`,
        [name, count],
      );
    await store(other, 499);
    await store(feature, 2);
    expect((await refused(feature, from, to, 400)).message).toContain('has 499 schedules');
    await service.sql('DELETE FROM schedule WHERE id = (SELECT max(id) FROM schedule)');
    await move(feature, from, to).expect(200);
    await move(await featureOf(from), from, to).expect(200);
  });

  test('to a project that would have too many safeguards', async () => {
    const [from, to] = (await projects()) as [string, string];
    const [feature, other] = [await featureOf(from), await featureOf(to)];
    const store = (name: string, count: number) =>
      service.sql(
        `INSERT INTO release_plan (id, feature_name, environment, template_id, name, milestones,
           created_by_user_id, safeguards)
         SELECT gen_random_uuid(), $1, 'production', gen_random_uuid(), 'plan', '[]', -42,
                jsonb_agg(jsonb_build_object('id', gen_random_uuid())) FROM generate_series(1, $2)`,
        [name, count],
      );
    await store(other, 999);
    await store(feature, 2);
    expect((await refused(feature, from, to, 400)).message).toContain('has 999');
    await service.sql(
      `UPDATE release_plan SET safeguards = safeguards - 0 WHERE feature_name = $1`,
      [feature],
    );
    await move(feature, from, to).expect(200);
  });
});

test('events of a move from a private project are hidden, and later ones are not', async () => {
  const hidden = await service.given.project({ mode: 'private' });
  const open = await service.given.project();
  const feature = await featureOf(hidden);
  await move(feature, hidden, open).expect(200);
  await service.api.post(`${inProject(open, feature)}/environments/development/off`).expect(200);
  const { api } = await somebody(service);
  const { body } = await api.get(`/api/admin/search/events?feature=IS:${feature}`).expect(200);
  expect(JSON.stringify(body)).not.toContain(hidden);
  expect(body.events.map(({ type }: Body) => type)).toEqual(['feature-environment-disabled']);
});

test('switching on and moving at the same time leave the feature consistent', async () => {
  const from = await service.given.project();
  const to = await service.given.project({ environments: ['production'] });
  for (let n = 0; n < 10; n++) {
    const feature = await featureOf(from);
    const place = `${inProject(from, feature)}/environments/development`;
    await service.api.post(`${place}/off`).expect(200);
    const [switched, moved] = await Promise.all([
      service.api.post(`${place}/on`),
      move(feature, from, to),
    ]);
    // Whichever came first excludes the other.
    expect([
      [200, 403],
      [404, 200],
    ]).toContainEqual([switched.status, moved.status]);
  }
});

import { somebody } from '../../../support/access.js';
import { eventsOf } from '../../../support/events.js';
import { unique } from '../../../support/given.js';
import {
  at,
  GuardScene,
  type Level,
  offOf,
  typesOf,
  type Warning,
} from '../../../support/guard-scene.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
let scene: GuardScene;
beforeAll(async () => {
  service = await TestService.start();
  scene = new GuardScene(service);
});
afterAll(() => service.stop());

describe('the setting of a project', () => {
  test('is none at first, and its change is an event', async () => {
    const id = await scene.project();
    const path = `/api/admin/projects/${id}/guard`;
    expect((await service.api.get(path).expect(200)).body).toEqual({ guard: 'none' });
    expect((await service.api.put(path, { guard: 'block' }).expect(200)).body).toEqual({
      guard: 'block',
    });
    await service.api.put(path, { guard: 'block' }).expect(200);
    expect((await service.api.get(path).expect(200)).body).toEqual({ guard: 'block' });
    const events = await service.sql(
      `SELECT data, pre_data FROM event WHERE type = 'project-updated' AND project = $1`,
      [id],
    );
    expect(events).toEqual([{ data: { id, guard: 'block' }, pre_data: { id, guard: 'none' } }]);
  });

  test('is refused when it is unknown, without the permission, and for no project', async () => {
    const id = await scene.project('warn');
    const path = `/api/admin/projects/${id}/guard`;
    for (const body of [{ guard: 'all' }, {}, { guard: null }])
      await service.api.put(path, body).expect(400);
    const viewer = await somebody(service, 'Viewer');
    await viewer.api.put(path, { guard: 'none' }).expect(403);
    expect((await viewer.api.get(path).expect(200)).body).toEqual({ guard: 'warn' });
    await service.api.get(`/api/admin/projects/${unique()}/guard`).expect(404);
    await service.api.put(`/api/admin/projects/${unique()}/guard`, { guard: 'warn' }).expect(404);
  });

  test('is part of the version of the project', async () => {
    const id = await scene.project();
    const path = `/api/admin/projects/${id}/guard`;
    const seen = (await service.api.get(path).expect(200)).headers['etag']!;
    await service.api.put(path, { guard: 'warn' }).set('If-Match', seen).expect(200);
    await service.api.put(path, { guard: 'none' }).set('If-Match', seen).expect(412);
    expect((await service.api.get(path)).body.guard).toBe('warn');
  });
});

describe('without a guard', () => {
  test('statuses and bodies are those of the reference', async () => {
    const id = await scene.project();
    const { parent } = await scene.parentOf(id);
    await scene.evaluated(parent, {});
    const { body } = await service.api.post(offOf(id, parent)).expect(200);
    expect(body.name).toBe(parent);
    expect(body).not.toHaveProperty('warnings');
    const [event] = await scene.offEvents(parent);
    expect(event!.data).toBeNull();
    const used = await scene.feature(id);
    await scene.evaluated(used, {});
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off`;
    expect((await service.api.post(bulk, { features: [used] }).expect(200)).text).toBe('');
    expect((await service.api.delete(at(id, used)).expect(202)).text).toBe('');
    const other = await scene.feature(id);
    await scene.evaluated(other, {});
    const archive = `/api/admin/projects/${id}/archive`;
    expect((await service.api.post(archive, { features: [other] }).expect(202)).text).toBe('');
    expect((await eventsOf(service, other, 'feature-archived'))[0]!.data).toBeNull();
  });

  test('an explicit none is the same', async () => {
    const id = await scene.project();
    const { parent } = await scene.parentOf(id);
    const { body } = await service.api.post(`${offOf(id, parent)}?guard=none`).expect(200);
    expect(body).not.toHaveProperty('warnings');
  });
});

// The setting of the project, and the parameter; the stricter one counts.
const WARNING: [Level, Level | undefined][] = [
  ['warn', undefined],
  ['none', 'warn'],
  ['warn', 'none'],
  ['warn', 'warn'],
];
const BLOCKING: [Level, Level | undefined][] = [
  ['block', undefined],
  ['none', 'block'],
  ['warn', 'block'],
  ['block', 'warn'],
  ['block', 'none'],
];
const queryOf = (guard: Level | undefined): string => (guard ? `?guard=${guard}` : '');

describe.each(WARNING)('a project with %s and the parameter %s', (setting, parameter) => {
  test('turns off with warnings', async () => {
    const id = await scene.project(setting);
    const { parent, children } = await scene.parentOf(id);
    await scene.evaluated(parent, { yes: 5 });
    await scene.evaluated(parent, { hoursAgo: 1, yes: 2 });
    const { body } = await service.api.post(offOf(id, parent) + queryOf(parameter)).expect(200);
    expect(body.name).toBe(parent);
    expect(body.warnings).toEqual([
      {
        type: 'dependents',
        message: '1 dependent feature is on and would be off as well.',
        count: 1,
        features: children,
      },
      {
        type: 'evaluations',
        message: expect.stringMatching(/^Production evaluated a feature as true 7 times since /),
        count: 1,
        features: [parent],
        yes: 7,
        since: expect.any(String),
      },
    ]);
    expect(await scene.isOn(id, parent)).toBe(false);
    expect((await scene.offEvents(parent)).map(({ data }) => data)).toEqual([null]);
  });
});

describe.each(BLOCKING)('a project with %s and the parameter %s', (setting, parameter) => {
  test('refuses with the list, and changes nothing', async () => {
    const id = await scene.project(setting);
    const { parent, children } = await scene.parentOf(id);
    await scene.evaluated(parent, {});
    const { body } = await service.api.post(offOf(id, parent) + queryOf(parameter)).expect(409);
    expect(body.name).toBe('GuardedChangeError');
    expect(body.message).toContain('force=true');
    expect(body.warnings).toMatchObject([
      { type: 'dependents', count: 1, features: children },
      { type: 'evaluations', count: 1, features: [parent], yes: 5 },
    ]);
    expect(await scene.isOn(id, parent)).toBe(true);
    expect(await scene.offEvents(parent)).toEqual([]);
  });
});

describe('what a guard looks at', () => {
  let id: string;
  beforeAll(async () => {
    const staging = await service.given.environment({ type: 'preproduction' });
    const live = await service.given.environment({ type: 'production' });
    id = await scene.project('block', {
      environments: ['development', 'production', staging, live],
    });
    environments = { staging, live };
  });
  let environments: { staging: string; live: string };

  test('features that are off or archived, and dependencies on being off, do not count', async () => {
    const parent = await scene.feature(id);
    const off = await scene.feature(id, ['development']);
    const opposite = await scene.feature(id);
    await scene.depend(id, off, parent).expect(200);
    await service.api
      .post(`${at(id, opposite)}/dependencies`, { feature: parent, enabled: false })
      .expect(200);
    await service.api.post(offOf(id, parent)).expect(200);
  });

  test('dependents count in every environment, in which they are on', async () => {
    const { parent, children } = await scene.parentOf(id, 1, ['development']);
    const { body } = await service.api.post(offOf(id, parent, 'development')).expect(409);
    expect(body.warnings).toMatchObject([{ type: 'dependents', features: children }]);
  });

  test('only true counts, in environments of type production, within the last hour', async () => {
    const name = await scene.feature(id, ['production', environments.staging, environments.live]);
    await scene.evaluated(name, { yes: 0, no: 10 });
    await scene.evaluated(name, { hoursAgo: 2 });
    await scene.evaluated(name, { environment: environments.staging });
    await scene.evaluated(name, { environment: environments.live });
    await service.api.post(offOf(id, name, environments.staging)).expect(200);
    await service.api.post(offOf(id, name)).expect(200);
    const { body } = await service.api.post(offOf(id, name, environments.live)).expect(409);
    expect(typesOf(body.warnings)).toEqual(['evaluations']);
    const { body: archived } = await service.api.delete(at(id, name)).expect(409);
    expect(archived.warnings).toMatchObject([{ type: 'evaluations', yes: 5 }]);
    await service.api.get(at(id, name)).expect(200);
  });

  test('turning off what is off is no change', async () => {
    const name = await scene.feature(id, []);
    await scene.evaluated(name, {});
    await service.api.post(offOf(id, name)).expect(200);
    expect(await scene.offEvents(name)).toEqual([]);
  });

  test('unknown and archived features are refused as ever', async () => {
    const name = await scene.feature(id);
    await service.api.post(offOf(id, unique())).expect(404);
    await service.api.post(offOf(id, name, unique())).expect(404);
    await service.api.delete(at(id, name)).expect(202);
    await service.api.post(offOf(id, name)).expect(400);
  });

  test('turning on is not guarded', async () => {
    const { parent } = await scene.parentOf(id);
    await service.api.post(offOf(id, parent)).query({ force: true, reason: 'test' }).expect(200);
    await service.api.post(offOf(id, parent).replace(/off$/, 'on')).expect(200);
  });
});

describe('several features at once', () => {
  const bulkOf = (id: string) =>
    `/api/admin/projects/${id}/bulk_features/environments/production/off`;

  test('are turned off with warnings, or all stay', async () => {
    const id = await scene.project('warn');
    const { parent, children } = await scene.parentOf(id);
    const used = await scene.feature(id);
    await scene.evaluated(used, { yes: 3 });
    const features = [parent, used, await scene.feature(id)];
    const { body } = await service.api.post(`${bulkOf(id)}?guard=block`, { features }).expect(409);
    expect(body.warnings).toMatchObject([
      { type: 'dependents', count: 1, features: children },
      { type: 'evaluations', count: 1, features: [used], yes: 3 },
    ]);
    for (const one of features) expect(await scene.isOn(id, one)).toBe(true);
    const { body: done } = await service.api.post(bulkOf(id), { features }).expect(200);
    expect(typesOf(done.warnings)).toEqual(['dependents', 'evaluations']);
    expect(Object.keys(done)).toEqual(['warnings']);
    for (const one of features) expect(await scene.isOn(id, one)).toBe(false);
  });

  test('may depend on each other', async () => {
    const id = await scene.project('block');
    const { parent, children } = await scene.parentOf(id, 2);
    const features = [parent, ...children];
    expect((await service.api.post(bulkOf(id), { features }).expect(200)).text).toBe('');
  });

  test('are archived with warnings, or all stay', async () => {
    const id = await scene.project('block');
    const used = await scene.feature(id);
    await scene.evaluated(used, {});
    const features = [used, await scene.feature(id)];
    const path = `/api/admin/projects/${id}/archive`;
    await service.api.post(path, { features }).expect(409);
    for (const one of features) await service.api.get(at(id, one)).expect(200);
    await service.api.put(`/api/admin/projects/${id}/guard`, { guard: 'warn' }).expect(200);
    const { body } = await service.api.post(path, { features }).expect(200);
    expect(body.warnings).toMatchObject([{ type: 'evaluations', features: [used] }]);
    for (const one of features)
      expect((await eventsOf(service, one, 'feature-archived')).length).toBe(1);
  });

  test('are named up to 100, and counted', async () => {
    const id = await scene.project('block');
    const parent = await scene.feature(id);
    const children = Array.from({ length: 101 }, () => unique('child'));
    await service.sql(
      `INSERT INTO feature (name, project, created_by_user_id) SELECT unnest($1::text[]), $2, 1`,
      [children, id],
    );
    await service.sql(
      `INSERT INTO feature_environment (feature_name, environment, enabled)
       SELECT unnest($1::text[]), 'production', true
       ON CONFLICT (feature_name, environment) DO UPDATE SET enabled = true`,
      [children],
    );
    await service.sql(
      `INSERT INTO feature_dependency (child, parent, enabled) SELECT unnest($1::text[]), $2, true`,
      [children, parent],
    );
    const { body } = await service.api.post(offOf(id, parent)).expect(409);
    const [warning] = body.warnings as Warning[];
    expect(warning!.count).toBe(101);
    expect(warning!.features).toHaveLength(100);
  });
});

describe('archiving', () => {
  test('a feature in use returns warnings, or is refused', async () => {
    const id = await scene.project('warn');
    const name = await scene.feature(id);
    await scene.evaluated(name, {});
    await service.api.delete(`${at(id, name)}?guard=block`).expect(409);
    await service.api.get(at(id, name)).expect(200);
    const { body } = await service.api.delete(at(id, name)).expect(200);
    expect(typesOf(body.warnings)).toEqual(['evaluations']);
    expect(Object.keys(body)).toEqual(['warnings']);
    await service.api.get(at(id, name)).expect(404);
  });

  test('a feature with dependents needs their removal, which no force replaces', async () => {
    const id = await scene.project('block');
    const { parent, children } = await scene.parentOf(id);
    const { body } = await service.api.delete(at(id, parent)).expect(409);
    expect(body.warnings).toMatchObject([{ type: 'dependents', features: children }]);
    expect(body.message).toContain('Remove the dependencies first.');
    await service.api.delete(at(id, parent)).query({ force: true, reason: 'gone' }).expect(403);
    await service.api.get(at(id, parent)).expect(200);
  });

  test('can be forced, and the reason is recorded', async () => {
    const id = await scene.project('block');
    const [one, other] = [await scene.feature(id), await scene.feature(id)];
    for (const name of [one, other]) await scene.evaluated(name, {});
    const forced = { force: true, reason: 'moved to another service' };
    expect((await service.api.delete(at(id, one)).query(forced).expect(202)).text).toBe('');
    const path = `/api/admin/projects/${id}/archive`;
    await service.api
      .post(path, { features: [other] })
      .query(forced)
      .expect(202);
    for (const name of [one, other]) {
      const [event] = await eventsOf(service, name, 'feature-archived');
      expect(event!.data).toEqual({ reason: 'moved to another service' });
    }
  });
});

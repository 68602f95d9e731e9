import { Client } from 'pg';
import { give, role, serviceAccount, somebody } from '../../support/access.js';
import type { Api } from '../../support/api.js';
import { eventsOf } from '../../support/events.js';
import { unique } from '../../support/given.js';
import { TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

type Level = 'none' | 'warn' | 'block';

/** A project with this guard. @returns Its id. */
async function project(
  guard: Level = 'none',
  properties: Record<string, unknown> = {},
): Promise<string> {
  const id = await service.given.project(properties);
  if (guard !== 'none')
    await service.api.put(`/api/admin/projects/${id}/guard`, { guard }).expect(200);
  return id;
}

const at = (id: string, feature: string): string => `/api/admin/projects/${id}/features/${feature}`;
const offOf = (id: string, feature: string, environment = 'production'): string =>
  `${at(id, feature)}/environments/${environment}/off`;

/** A feature that is on in environments. @returns Its name. */
async function feature(id: string, enabledIn: string[] = ['production']): Promise<string> {
  const name = unique();
  await service.api.post(`/api/admin/projects/${id}/features`, { name }).expect(201);
  for (const environment of enabledIn)
    await service.api.post(`${at(id, name)}/environments/${environment}/on`).expect(200);
  return name;
}

const depend = (id: string, child: string, parent: string) =>
  service.api.post(`${at(id, child)}/dependencies`, { feature: parent });

/** A feature that others depend on. */
async function parentOf(id: string, children = 1, enabledIn = ['production']) {
  const parent = await feature(id, enabledIn);
  const names: string[] = [];
  for (let n = 0; n < children; n++) names.push(await feature(id, enabledIn));
  for (const child of names) await depend(id, child, parent).expect(200);
  return { parent, children: names.sort() };
}

/** Usage of a feature, so many hours of the clock ago. */
const evaluated = (name: string, { hoursAgo = 0, yes = 5, no = 0, environment = 'production' }) =>
  service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
     VALUES ($1, $2, $3, date_trunc('hour', now(), 'UTC') - $4::int * interval '1 hour', $5, $6)`,
    [name, unique('app'), environment, hoursAgo, yes, no],
  );

const isOn = async (id: string, name: string, environment = 'production'): Promise<boolean> =>
  (await service.api.get(`${at(id, name)}/environments/${environment}`).expect(200)).body.enabled;

const offEvents = (name: string) => eventsOf(service, name, 'feature-environment-disabled');

interface Warning {
  type: string;
  count: number;
  features: string[];
  message: string;
  yes?: number;
}
const typesOf = (warnings: Warning[]): string[] => warnings.map(({ type }) => type);

describe('the setting of a project', () => {
  test('is none at first, and its change is an event', async () => {
    const id = await project();
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
    const id = await project('warn');
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
    const id = await project();
    const path = `/api/admin/projects/${id}`;
    const { etag } = (await service.api.get(`${path}/overview`).expect(200)).headers;
    const stale = (await service.api.get(path).expect(200)).headers['etag'] ?? etag!;
    await service.api.put(`${path}/guard`, { guard: 'warn' }).set('If-Match', stale).expect(200);
    await service.api.put(`${path}/guard`, { guard: 'none' }).set('If-Match', stale).expect(412);
    expect((await service.api.get(`${path}/guard`)).body.guard).toBe('warn');
  });
});

describe('without a guard', () => {
  test('statuses and bodies are those of the reference', async () => {
    const id = await project();
    const { parent } = await parentOf(id);
    await evaluated(parent, {});
    const { body } = await service.api.post(offOf(id, parent)).expect(200);
    expect(body.name).toBe(parent);
    expect(body).not.toHaveProperty('warnings');
    const [event] = await offEvents(parent);
    expect(event!.data).toBeNull();
    const used = await feature(id);
    await evaluated(used, {});
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off`;
    expect((await service.api.post(bulk, { features: [used] }).expect(200)).text).toBe('');
    expect((await service.api.delete(at(id, used)).expect(202)).text).toBe('');
    const other = await feature(id);
    await evaluated(other, {});
    const archive = `/api/admin/projects/${id}/archive`;
    expect((await service.api.post(archive, { features: [other] }).expect(202)).text).toBe('');
    expect((await eventsOf(service, other, 'feature-archived'))[0]!.data).toBeNull();
  });

  test('an explicit none is the same', async () => {
    const id = await project();
    const { parent } = await parentOf(id);
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
    const id = await project(setting);
    const { parent, children } = await parentOf(id);
    await evaluated(parent, { yes: 5 });
    await evaluated(parent, { hoursAgo: 1, yes: 2 });
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
    expect(await isOn(id, parent)).toBe(false);
    expect((await offEvents(parent)).map(({ data }) => data)).toEqual([null]);
  });
});

describe.each(BLOCKING)('a project with %s and the parameter %s', (setting, parameter) => {
  test('refuses with the list, and changes nothing', async () => {
    const id = await project(setting);
    const { parent, children } = await parentOf(id);
    await evaluated(parent, {});
    const { body } = await service.api.post(offOf(id, parent) + queryOf(parameter)).expect(409);
    expect(body.name).toBe('GuardedChangeError');
    expect(body.message).toContain('force=true');
    expect(body.warnings).toMatchObject([
      { type: 'dependents', count: 1, features: children },
      { type: 'evaluations', count: 1, features: [parent], yes: 5 },
    ]);
    expect(await isOn(id, parent)).toBe(true);
    expect(await offEvents(parent)).toEqual([]);
  });
});

describe('what a guard looks at', () => {
  let id: string;
  beforeAll(async () => {
    const staging = await service.given.environment({ type: 'preproduction' });
    const live = await service.given.environment({ type: 'production' });
    id = await project('block', { environments: ['development', 'production', staging, live] });
    environments = { staging, live };
  });
  let environments: { staging: string; live: string };

  test('features that are off or archived, and dependencies on being off, do not count', async () => {
    const parent = await feature(id);
    const off = await feature(id, ['development']);
    const opposite = await feature(id);
    await depend(id, off, parent).expect(200);
    await service.api
      .post(`${at(id, opposite)}/dependencies`, { feature: parent, enabled: false })
      .expect(200);
    await service.api.post(offOf(id, parent)).expect(200);
  });

  test('dependents count in every environment, in which they are on', async () => {
    const { parent, children } = await parentOf(id, 1, ['development']);
    const { body } = await service.api.post(offOf(id, parent, 'development')).expect(409);
    expect(body.warnings).toMatchObject([{ type: 'dependents', features: children }]);
  });

  test('only true counts, in environments of type production, within the last hour', async () => {
    const name = await feature(id, ['production', environments.staging, environments.live]);
    await evaluated(name, { yes: 0, no: 10 });
    await evaluated(name, { hoursAgo: 2 });
    await evaluated(name, { environment: environments.staging });
    await evaluated(name, { environment: environments.live });
    await service.api.post(offOf(id, name, environments.staging)).expect(200);
    await service.api.post(offOf(id, name)).expect(200);
    const { body } = await service.api.post(offOf(id, name, environments.live)).expect(409);
    expect(typesOf(body.warnings)).toEqual(['evaluations']);
    const { body: archived } = await service.api.delete(at(id, name)).expect(409);
    expect(archived.warnings).toMatchObject([{ type: 'evaluations', yes: 5 }]);
    await service.api.get(at(id, name)).expect(200);
  });

  test('turning off what is off is no change', async () => {
    const name = await feature(id, []);
    await evaluated(name, {});
    await service.api.post(offOf(id, name)).expect(200);
    expect(await offEvents(name)).toEqual([]);
  });

  test('unknown and archived features are refused as ever', async () => {
    const name = await feature(id);
    await service.api.post(offOf(id, unique())).expect(404);
    await service.api.post(offOf(id, name, unique())).expect(404);
    await service.api.delete(at(id, name)).expect(202);
    await service.api.post(offOf(id, name)).expect(400);
  });

  test('turning on is not guarded', async () => {
    const { parent } = await parentOf(id);
    await service.api.post(offOf(id, parent)).query({ force: true, reason: 'test' }).expect(200);
    await service.api.post(offOf(id, parent).replace(/off$/, 'on')).expect(200);
  });
});

describe('several features at once', () => {
  const bulkOf = (id: string) =>
    `/api/admin/projects/${id}/bulk_features/environments/production/off`;

  test('are turned off with warnings, or all stay', async () => {
    const id = await project('warn');
    const { parent, children } = await parentOf(id);
    const used = await feature(id);
    await evaluated(used, { yes: 3 });
    const features = [parent, used, await feature(id)];
    const { body } = await service.api.post(`${bulkOf(id)}?guard=block`, { features }).expect(409);
    expect(body.warnings).toMatchObject([
      { type: 'dependents', count: 1, features: children },
      { type: 'evaluations', count: 1, features: [used], yes: 3 },
    ]);
    for (const one of features) expect(await isOn(id, one)).toBe(true);
    const { body: done } = await service.api.post(bulkOf(id), { features }).expect(200);
    expect(typesOf(done.warnings)).toEqual(['dependents', 'evaluations']);
    expect(Object.keys(done)).toEqual(['warnings']);
    for (const one of features) expect(await isOn(id, one)).toBe(false);
  });

  test('may depend on each other', async () => {
    const id = await project('block');
    const { parent, children } = await parentOf(id, 2);
    const features = [parent, ...children];
    expect((await service.api.post(bulkOf(id), { features }).expect(200)).text).toBe('');
  });

  test('are archived with warnings, or all stay', async () => {
    const id = await project('block');
    const used = await feature(id);
    await evaluated(used, {});
    const features = [used, await feature(id)];
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
    const id = await project('block');
    const parent = await feature(id);
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
    const id = await project('warn');
    const name = await feature(id);
    await evaluated(name, {});
    await service.api.delete(`${at(id, name)}?guard=block`).expect(409);
    await service.api.get(at(id, name)).expect(200);
    const { body } = await service.api.delete(at(id, name)).expect(200);
    expect(typesOf(body.warnings)).toEqual(['evaluations']);
    expect(Object.keys(body)).toEqual(['warnings']);
    await service.api.get(at(id, name)).expect(404);
  });

  test('a feature with dependents needs their removal, which no force replaces', async () => {
    const id = await project('block');
    const { parent, children } = await parentOf(id);
    const { body } = await service.api.delete(at(id, parent)).expect(409);
    expect(body.warnings).toMatchObject([{ type: 'dependents', features: children }]);
    expect(body.message).toContain('Remove the dependencies first.');
    await service.api.delete(at(id, parent)).query({ force: true, reason: 'gone' }).expect(403);
    await service.api.get(at(id, parent)).expect(200);
  });

  test('can be forced, and the reason is recorded', async () => {
    const id = await project('block');
    const [one, other] = [await feature(id), await feature(id)];
    for (const name of [one, other]) await evaluated(name, {});
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

describe('force', () => {
  const reason = 'Checkout is failing – INC-4711';
  const force = (api: Api, path: string, body?: object) =>
    api.post(path, body).query({ force: true, reason });

  test('turns off what is in use, and its event has the reason', async () => {
    const id = await project('block');
    const { parent } = await parentOf(id);
    const { body } = await force(service.api, offOf(id, parent)).expect(200);
    expect(body).not.toHaveProperty('warnings');
    expect(await isOn(id, parent)).toBe(false);
    const [event] = await offEvents(parent);
    expect(event).toMatchObject({ data: { reason }, preData: null, environment: 'production' });
    const found = await service.api
      .get('/api/admin/search/events')
      .query({ query: 'INC-4711', project: `IS:${id}` })
      .expect(200);
    expect(found.body.events).toMatchObject([{ featureName: parent, data: { reason } }]);
  });

  test('overrides a parameter that blocks, and works in bulk', async () => {
    const id = await project();
    const { parent, children } = await parentOf(id);
    const query = { guard: 'block', force: true, reason };
    await service.api.post(offOf(id, parent)).query(query).expect(200);
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off`;
    expect((await force(service.api, bulk, { features: children }).expect(200)).text).toBe('');
    const [event] = await offEvents(children[0]!);
    expect(event!.data).toEqual({ reason });
  });

  test.each([
    ['without a reason', 'force=true', /requires the parameter reason/],
    ['with an empty reason', 'force=true&reason=', /reason/],
    ['with a blank reason', 'force=true&reason=%20%20', /reason/],
    ['with a long reason', `force=true&reason=${'a'.repeat(501)}`, /reason/],
    ['with a line break', 'force=true&reason=a%0Ab', /one line/],
    ['with a control character', 'force=true&reason=a%00b', /one line/],
    ['with two reasons', 'force=true&reason=a&reason=b', /reason/],
    ['with a reason only', 'reason=because', /only used with force/],
    ['with a reason and force=false', 'force=false&reason=because', /only used with force/],
    ['with an unknown force', 'force=maybe&reason=because', /force/],
    ['with an unknown guard', 'guard=strict', /guard/],
    ['with two guards', 'guard=none&guard=block', /guard/],
  ])('is refused %s, and nothing changes', async (_, query, message) => {
    const id = await project('block');
    const { parent } = await parentOf(id);
    const features = [parent];
    const requests = [
      service.api.post(`${offOf(id, parent)}?${query}`),
      service.api.post(
        `/api/admin/projects/${id}/bulk_features/environments/production/off?${query}`,
        { features },
      ),
      service.api.delete(`${at(id, parent)}?${query}`),
      service.api.post(`/api/admin/projects/${id}/archive?${query}`, { features }),
    ];
    for (const request of requests) {
      const { body } = await request.expect(400);
      expect(JSON.stringify(body)).toMatch(message);
    }
    expect(await isOn(id, parent)).toBe(true);
    expect(await offEvents(parent)).toEqual([]);
  });

  test('is open to everybody who may turn off', async () => {
    const id = await project('block');
    const { parent } = await parentOf(id);
    const onCall = await somebody(service, 'Viewer');
    const roles = [await role(service, 'custom', 'DISABLE_FEATURE_ENVIRONMENT')];
    await give(service, id, roles, { users: [onCall.id] });
    await onCall.api.post(offOf(id, parent)).expect(409);
    await force(onCall.api, offOf(id, parent)).expect(200);
    expect(await offEvents(parent)).toMatchObject([
      { data: { reason }, createdBy: onCall.username },
    ]);
    const viewer = await somebody(service, 'Viewer');
    await service.api.post(offOf(id, parent).replace(/off$/, 'on')).expect(200);
    await force(viewer.api, offOf(id, parent)).expect(403);
    expect(await isOn(id, parent)).toBe(true);
  });

  test('on a feature that is off changes nothing', async () => {
    const id = await project('block');
    const name = await feature(id, []);
    await force(service.api, offOf(id, name)).expect(200);
    expect(await offEvents(name)).toEqual([]);
  });
});

test('features of hidden projects are counted and not named', async () => {
  const id = await project('block');
  const { parent, children } = await parentOf(id);
  const hidden = await project('none', { mode: 'private' });
  const secret = await feature(hidden);
  await service.sql(
    'INSERT INTO feature_dependency (child, parent, enabled) VALUES ($1, $2, true)',
    [secret, parent],
  );
  const outsider = await serviceAccount(service, 'Editor');
  const { body, text } = await outsider.api.post(offOf(id, parent)).expect(409);
  expect(body.warnings).toMatchObject([{ type: 'dependents', count: 2, features: children }]);
  expect(text).not.toContain(secret);
  const { body: whole } = await service.api.post(offOf(id, parent)).expect(409);
  expect(whole.warnings[0].features).toEqual([...children, secret].sort());
});

describe('together with', () => {
  test('a dry run, the warnings are shown and nothing is refused', async () => {
    const id = await project('block');
    const { parent, children } = await parentOf(id);
    const path = `${offOf(id, parent)}?dryRun=true`;
    const { body } = await service.api.post(path).expect(200);
    expect(body).toMatchObject({
      dryRun: true,
      feature: { name: parent },
      guard: 'block',
      warnings: [{ type: 'dependents', features: children }],
    });
    expect(body.feature).not.toHaveProperty('warnings');
    const features = [parent];
    const bulk = `/api/admin/projects/${id}/bulk_features/environments/production/off?dryRun=true`;
    const { body: all } = await service.api.post(bulk, { features }).expect(200);
    expect(all).toMatchObject({ guard: 'block', warnings: [{ type: 'dependents' }] });
    expect(await isOn(id, parent)).toBe(true);
    const { body: forced } = await service.api
      .post(path)
      .query({ force: true, reason: 'test' })
      .expect(200);
    expect(forced).not.toHaveProperty('guard');
    const used = await feature(id);
    await evaluated(used, {});
    const archive = await service.api.delete(`${at(id, used)}?dryRun=true`).expect(200);
    expect(archive.body).toMatchObject({ guard: 'block', warnings: [{ type: 'evaluations' }] });
    const open = await project();
    const { parent: other } = await parentOf(open);
    const unguarded = await service.api.post(`${offOf(open, other)}?dryRun=true`).expect(200);
    expect(unguarded.body).not.toHaveProperty('guard');
    expect(unguarded.body).not.toHaveProperty('warnings');
    const warned = await service.api
      .post(`${offOf(open, other)}?dryRun=true&guard=warn`)
      .expect(200);
    expect(warned.body).toMatchObject({ guard: 'warn', warnings: [{ type: 'dependents' }] });
    expect(await isOn(open, other)).toBe(true);
  });

  test('an idempotency key, a refusal is not kept and a success is repeated', async () => {
    const id = await project('block');
    const { parent } = await parentOf(id);
    const key = unique('key');
    const path = offOf(id, parent);
    await service.api.post(path).set('Idempotency-Key', key).expect(409);
    await service.api.post(path).set('Idempotency-Key', key).expect(409);
    expect(await isOn(id, parent)).toBe(true);
    await service.api.put(`/api/admin/projects/${id}/guard`, { guard: 'warn' }).expect(200);
    const first = await service.api.post(path).set('Idempotency-Key', key).expect(200);
    const again = await service.api.post(path).set('Idempotency-Key', key).expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(typesOf(first.body.warnings)).toEqual(['dependents']);
    const used = await feature(id);
    await evaluated(used, {});
    const archive = () => service.api.delete(at(id, used)).set('Idempotency-Key', unique('key'));
    expect((await archive().expect(200)).body.warnings).toHaveLength(1);
  });

  test('a precondition, both are checked', async () => {
    const id = await project('block');
    const { parent } = await parentOf(id);
    const tag = (await service.api.get(at(id, parent)).expect(200)).headers['etag']!;
    await service.api.post(offOf(id, parent)).set('If-Match', tag).expect(409);
    const forced = () =>
      service.api
        .post(offOf(id, parent))
        .query({ force: true, reason: 'test' })
        .set('If-Match', tag);
    await forced().expect(200);
    await forced().expect(412);
    expect(await offEvents(parent)).toHaveLength(1);
  });
});

test('a dependency that is added at the same time is seen, or comes later', async () => {
  const id = await project('block');
  for (let round = 0; round < 25; round++) {
    const [parent, child] = [await feature(id), await feature(id)];
    const [added, off] = await Promise.all([
      depend(id, child, parent),
      service.api.post(offOf(id, parent)),
    ]);
    expect(added.status).toBe(200);
    const types = await service.sql<{ type: string }>(
      `SELECT type FROM event WHERE feature_name = ANY ($1)
          AND type IN ('feature-dependency-added', 'feature-environment-disabled') ORDER BY id`,
      [[parent, child]],
    );
    // When it was added first, turning off has noticed it.
    if (types[0]!.type === 'feature-dependency-added') expect(off.status).toBe(409);
    else expect(off.status).toBe(200);
  }
});

test('turning off waits for a dependency that is being added, and then notices it', async () => {
  const id = await project('block');
  const [parent, child] = [await feature(id), await feature(id)];
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  try {
    await other.query('BEGIN');
    const names = [[parent, child]];
    await other.query(
      'SELECT FROM feature WHERE name = ANY ($1) ORDER BY name FOR NO KEY UPDATE',
      names,
    );
    await other.query(
      'INSERT INTO feature_dependency (child, parent, enabled) VALUES ($1, $2, true)',
      [child, parent],
    );
    const off = service.api.post(offOf(id, parent)).then(({ status }) => status);
    await service.untilBlocked();
    await other.query('COMMIT');
    expect(await off).toBe(409);
  } finally {
    await other.end();
  }
  expect(await isOn(id, parent)).toBe(true);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { serviceAccount, somebody } from '../../../support/access.js';
import { at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const newestEvent = async (): Promise<string | null> =>
  (await service.sql<{ id: string | null }>('SELECT max(id) AS id FROM event'))[0]!.id;

/**
 * Sends a dry run, and checks that nothing has changed.
 * @returns Its body.
 */
async function preview(method: 'post' | 'delete', path: string, body?: object) {
  const before = await newestEvent();
  const answer = await service.api[method](`${path}?dryRun=true`, body).expect(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(await newestEvent()).toBe(before);
  expect(answer.body.dryRun).toBe(true);
  return answer.body;
}

const isOn = async (feature: string, environment = 'production'): Promise<boolean> =>
  (await service.api.get(at(feature, environment)).expect(200)).body.enabled as boolean;

/** Stores usage of a feature by an application in an earlier hour of the clock. */
async function usage(
  feature: string,
  appName: string,
  { hoursAgo = 0, yes = 0, no = 0, environment = 'production', variants = {} },
): Promise<void> {
  const values = [feature, appName, environment, hoursAgo];
  const hour = "date_trunc('hour', now(), 'UTC') - $4::int * interval '1 hour'";
  await service.sql(
    `INSERT INTO client_metric (feature_name, app_name, environment, hour, yes, no)
     VALUES ($1, $2, $3, ${hour}, $5, $6)`,
    [...values, yes, no],
  );
  if (hoursAgo === 0)
    await service.sql(
      `INSERT INTO feature_environment_usage AS u
         (feature_name, environment, last_seen_at, hour, yes, no)
       VALUES ($1, $2, now(), date_trunc('hour', now(), 'UTC'), $3, $4)
       ON CONFLICT ON CONSTRAINT feature_environment_usage_pkey
         DO UPDATE SET yes = u.yes + excluded.yes, no = u.no + excluded.no`,
      [feature, environment, yes, no],
    );
  for (const [variant, count] of Object.entries(variants))
    await service.sql(
      `INSERT INTO client_metric_variant (feature_name, app_name, environment, hour, variant, count)
       VALUES ($1, $2, $3, ${hour}, $5, $6)`,
      [...values, variant, count],
    );
}

async function instance(appName: string, hoursAgo: number, environment = 'production') {
  await service.sql(
    `INSERT INTO client_application (app_name) VALUES ($1) ON CONFLICT DO NOTHING`,
    [appName],
  );
  await service.sql(
    `INSERT INTO client_instance (app_name, environment, instance_id, seen_at)
     VALUES ($1, $2, $3, now() - $4::int * interval '1 hour')`,
    [appName, environment, unique('instance'), hoursAgo],
  );
}

const segment = async (properties: object = {}): Promise<{ id: number; name: string }> => {
  const body = { name: unique('segment'), constraints: [], ...properties };
  return (await service.api.post('/api/admin/segments', body).expect(201)).body;
};

describe('a dry run of turning off', () => {
  test('returns the feature as it would be and changes nothing', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { feature: shown } = await preview('post', `${at(feature, 'production')}/off`);
    expect(shown.name).toBe(feature);
    const state = (name: string) =>
      shown.environments.find((one: { name: string }) => one.name === name).enabled;
    expect(state('production')).toBe(false);
    expect(await isOn(feature)).toBe(true);
  });

  test('returns who uses the feature there', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const [one, other, former] = [unique('app'), unique('app'), unique('app')].sort();
    await usage(feature, one!, { yes: 3, no: 1, variants: { red: 2, blue: 1 } });
    await usage(feature, one!, { hoursAgo: 1, yes: 10, variants: { red: 5 } });
    await usage(feature, other!, { hoursAgo: 2, yes: 100, variants: { old: 9 } });
    await usage(feature, former!, { hoursAgo: 50, yes: 100 });
    await usage(feature, unique('app'), { environment: 'development', yes: 100 });
    await instance(one!, 1);
    await instance(one!, 47);
    await instance(one!, 49);
    await instance(one!, 1, 'development');
    await instance(former!, 1);
    const { impact } = await preview('post', `${at(feature, 'production')}/off`);
    expect(impact.applications).toEqual({ count: 2, names: [one, other] });
    expect(impact.instances).toBe(2);
    expect(impact.evaluations).toMatchObject({ yes: 13, no: 1 });
    expect(impact.evaluations.variants).toEqual([
      { name: 'red', count: 7 },
      { name: 'blue', count: 1 },
    ]);
    const age = Date.now() - Date.parse(impact.evaluations.since);
    expect(age).toBeGreaterThanOrEqual(3_600_000);
    expect(age).toBeLessThan(7_260_000);
    expect(impact.features).toEqual({ count: 1, names: [feature] });
  });

  test('returns the features that would be off as well', async () => {
    const parent = await service.given.feature({ enabledIn: ['production'] });
    const [on, off, opposite, archived] = [
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature({ enabledIn: ['development'] }),
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature({ enabledIn: ['production'] }),
    ];
    for (const child of [on, off, archived])
      await service.api.post(`${FEATURES}/${child}/dependencies`, { feature: parent }).expect(200);
    await service.api
      .post(`${FEATURES}/${opposite}/dependencies`, { feature: parent, enabled: false })
      .expect(200);
    await service.api.delete(`${FEATURES}/${archived}`).expect(202);
    const turnedOff = await preview('post', `${at(parent, 'production')}/off`);
    expect(turnedOff.impact.dependents).toEqual({ count: 1, names: [on] });
    const turnedOn = await preview('post', `${at(parent, 'production')}/on`);
    expect(turnedOn.impact.dependents).toEqual({ count: 1, names: [opposite] });
  });

  test('returns strategies and segments', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { id, name } = await segment();
    const strategy = { name: 'flexibleRollout', segments: [id] };
    await service.api.post(`${at(feature, 'production')}/strategies`, strategy).expect(200);
    const { impact } = await preview('post', `${at(feature, 'production')}/off`);
    expect(impact.strategies).toBe(2);
    expect(impact.segments).toEqual({ count: 1, names: [name] });
  });

  test('returns who changed the feature last there, or in general', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const editor = await somebody(service, 'Editor');
    const { id } = (
      await service.sql<{ id: string }>('SELECT max(id) AS id FROM event WHERE feature_name = $1', [
        feature,
      ])
    )[0]!;
    await editor.api.post(`${at(feature, 'development')}/on`).expect(200);
    const before = await preview('post', `${at(feature, 'production')}/off`);
    expect(before.impact.lastChange).toMatchObject({
      eventId: Number(id),
      type: 'feature-environment-enabled',
    });
    await editor.api
      .post(`/api/admin/features/${feature}/tags`, { type: 'simple', value: 'seen' })
      .expect(201);
    const after = await preview('post', `${at(feature, 'production')}/off`);
    expect(after.impact.lastChange).toMatchObject({
      type: 'feature-tagged',
      createdBy: editor.username,
      createdByUserId: editor.id,
    });
  });

  test('returns the number of connected SDKs that receive the feature', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const connect = (place: object) =>
      service.sql(
        `INSERT INTO sdk_connection (environment, app_name, instance_id, connection_id, mode,
           projects, hidden_projects, name_prefix, fetched_at, expires_at, horizon)
         SELECT $1, 'preview', $2, '', 'streaming', $3, $4, $5, now(),
                now() + $6::int * interval '1 minute', pg_current_snapshot()`,
        Object.values({
          environment: 'production',
          id: unique('sdk'),
          projects: null,
          hidden: [],
          prefix: '',
          minutes: 5,
          ...place,
        }),
      );
    const path = `${at(feature, 'production')}/off`;
    const { connections } = (await preview('post', path)).impact;
    await connect({});
    await connect({ projects: ['default'], prefix: feature });
    await connect({ projects: ['other'] });
    await connect({ hidden: ['default'] });
    await connect({ prefix: 'other' });
    await connect({ minutes: -5 });
    await connect({ environment: 'development' });
    expect((await preview('post', path)).impact.connections).toBe(connections + 2);
  });

  test('lists at most 100 names', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    for (let n = 0; n < 103; n++) await usage(feature, unique('many'), { yes: 1 });
    const { impact } = await preview('post', `${at(feature, 'production')}/off`);
    expect(impact.applications.count).toBe(103);
    expect(impact.applications.names).toHaveLength(100);
  });

  test('is refused like the change', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const path = `${at(feature, 'production')}/off?dryRun=true`;
    const viewer = await somebody(service, 'Viewer');
    await viewer.api.post(path).expect(403);
    await service.api.post(`${at(unique(), 'production')}/off?dryRun=true`).expect(404);
    await service.api.post(`${at(feature, unique())}/off?dryRun=true`).expect(404);
    await service.api.delete(`${FEATURES}/${feature}`).expect(202);
    const { body } = await service.api.post(path).expect(400);
    expect(body.impact).toBeUndefined();
  });

  test.each(['', 'yes', '1', 'TRUE', 'true&dryRun=false'])(
    'does not accept dryRun=%s',
    async (value) => {
      const feature = await service.given.feature({ enabledIn: ['production'] });
      const path = `${at(feature, 'production')}/off?dryRun=${value}`;
      await service.api.post(path).expect(400);
      expect(await isOn(feature)).toBe(true);
    },
  );

  test('changes nothing either when the name of the parameter is encoded', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api.post(`${at(feature, 'production')}/off?%64ryRun=true`).expect(200);
    expect(await isOn(feature)).toBe(true);
  });

  test('is refused by changes that have none, instead of being ignored', async () => {
    const feature = await service.given.feature();
    const before = await newestEvent();
    for (const query of [
      'dryRun=true',
      'dryRun',
      'dryRun=1',
      'dr%79Run=true',
      'x=1&dryRun=true',
      'dryrun=true',
      'dry_run=true',
    ]) {
      const path = `${at(feature)}?${query}`;
      const { body } = await service.api.put(path, { description: 'new' }).expect(400);
      expect(body.message).toContain('dryRun');
    }
    const tags = `/api/admin/features/${feature}/tags?dryRun=true`;
    await service.api.post(tags, { type: 'simple', value: 'new' }).expect(400);
    expect(await newestEvent()).toBe(before);
    await service.api.get(`${at(feature)}?dryRun=true`).expect(200);
    await service.api.put(`${at(feature)}?dryRun=false`, { description: 'new' }).expect(200);
  });

  test('does not take an idempotency key', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const path = `${at(feature, 'production')}/off`;
    const key = unique('key');
    await service.api.post(`${path}?dryRun=true`).set('Idempotency-Key', key).expect(400);
    await service.api.post(`${path}?dryRun=false`).set('Idempotency-Key', key).expect(200);
    expect(await isOn(feature)).toBe(false);
  });

  test('changes nothing for SDKs', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const before = await service.api.get('/api/client/features').expect(200);
    for (let n = 0; n < 5; n++) await preview('post', `${at(feature, 'production')}/off`);
    const after = await service.api.get('/api/client/features').expect(200);
    expect(after.headers['etag']).toBe(before.headers['etag']);
  });

  test('does not delay switches', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const path = `${at(feature, 'production')}/off`;
    let isDone = false;
    const dryRuns = Array.from({ length: 4 }, async () => {
      while (!isDone) await service.api.post(`${path}?dryRun=true`).expect(200);
    });
    const times: number[] = [];
    for (let n = 0; n < 20; n++) {
      const start = performance.now();
      await service.api.post(path).expect(200);
      times.push(performance.now() - start);
      await service.api.post(`${at(feature, 'production')}/on`).expect(200);
      await sleep(5);
    }
    isDone = true;
    await Promise.all(dryRuns);
    expect(Math.max(...times)).toBeLessThan(1_000);
    const [{ count }] = (await service.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM event
        WHERE feature_name = $1 AND type = 'feature-environment-disabled'`,
      [feature],
    )) as [{ count: number }];
    expect(count).toBe(20);
  });
});

test('a dry run of turning on shows the default strategy that would be added', async () => {
  const feature = await service.given.feature();
  const body = await preview('post', `${at(feature, 'production')}/on`);
  const shown = body.feature.environments.find(
    (one: { name: string }) => one.name === 'production',
  );
  expect(shown).toMatchObject({ enabled: true });
  expect(shown.strategies).toHaveLength(1);
  expect(body.impact.strategies).toBe(0);
  expect(await isOn(feature)).toBe(false);
});

describe('a dry run of several features', () => {
  test.each(['on', 'off'])('counts what turning them %s affects', async (state) => {
    const features = [
      await service.given.feature({ enabledIn: ['production'] }),
      await service.given.feature({ enabledIn: ['production'] }),
    ];
    const app = unique('app');
    for (const feature of features) await usage(feature, app, { yes: 2 });
    const path = `/api/admin/projects/default/bulk_features/environments/production/${state}`;
    const { impact, feature } = await preview('post', path, { features });
    expect(feature).toBeUndefined();
    expect(impact.features).toEqual({ count: 2, names: [...features].sort() });
    expect(impact).toMatchObject({
      applications: { count: 1, names: [app] },
      evaluations: { yes: 4 },
      strategies: 2,
    });
    for (const one of features) expect(await isOn(one)).toBe(true);
    const unknown = { features: [...features, unique()] };
    await service.api.post(`${path}?dryRun=true`, unknown).expect(404);
    await service.api.post(`${path}?dryRun=true`, { features: 'all' }).expect(400);
  });

  test('counts what archiving them affects, in all environments', async () => {
    const feature = await service.given.feature({ enabledIn: ['production', 'development'] });
    await usage(feature, unique('app'), { yes: 2 });
    await usage(feature, unique('app'), { yes: 3, environment: 'development' });
    const project = '/api/admin/projects/default';
    const one = await preview('delete', `${FEATURES}/${feature}`);
    const all = await preview('post', `${project}/archive`, { features: [feature] });
    for (const { impact } of [one, all])
      expect(impact).toMatchObject({
        features: { count: 1, names: [feature] },
        applications: { count: 2 },
        evaluations: { yes: 5 },
        strategies: 2,
        lastChange: { type: 'feature-environment-enabled' },
      });
    expect(one.feature).toMatchObject({ name: feature, archived: true });
    expect(all.feature).toBeUndefined();
    await service.api.get(`${FEATURES}/${feature}`).expect(200);
  });
});

describe('a dry run of deleting', () => {
  test('a segment shows it and keeps it', async () => {
    const { id, name } = await segment();
    const { impact } = await preview('delete', `/api/admin/segments/${id}`);
    expect(impact.segments).toEqual({ count: 1, names: [name] });
    await service.api.get(`/api/admin/segments/${id}`).expect(200);
  });

  test('a segment that is used is refused, like the deletion', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { id } = await segment();
    const strategy = { name: 'default', segments: [id] };
    await service.api.post(`${at(feature, 'production')}/strategies`, strategy).expect(200);
    await service.api.delete(`/api/admin/segments/${id}?dryRun=true`).expect(409);
  });

  test('an environment shows what is in it', async () => {
    const environment = await service.given.environment();
    const project = await service.given.project({ environments: ['production', environment] });
    const path = `/api/admin/projects/${project}`;
    const name = unique();
    await service.api.post(`${path}/features`, { name }).expect(201);
    await service.api.post(`${path}/features/${name}/environments/${environment}/on`).expect(200);
    await usage(name, unique('app'), { environment, yes: 4 });
    await usage(name, unique('app'), { yes: 5 });
    for (const where of [
      `/api/admin/environments/${environment}`,
      `${path}/environments/${environment}`,
    ]) {
      const { impact } = await preview('delete', where);
      expect(impact).toMatchObject({
        features: { count: 1, names: [name] },
        evaluations: { yes: 4 },
        strategies: 1,
        lastChange: null,
      });
    }
    await service.api.get(`/api/admin/environments/${environment}`).expect(200);
    expect(
      (await service.api.get(`${path}/features/${name}/environments/${environment}`)).body.enabled,
    ).toBe(true);
  });

  test('a project shows its archived features and segments', async () => {
    const project = await service.given.project();
    const path = `/api/admin/projects/${project}`;
    const name = unique();
    await service.api.post(`${path}/features`, { name }).expect(201);
    await service.api.delete(`${path}/features/${name}`).expect(202);
    const { name: segmentName } = await segment({ project });
    const { impact } = await preview('delete', path);
    expect(impact).toMatchObject({
      features: { count: 1, names: [name] },
      segments: { count: 1, names: [segmentName] },
    });
    await service.api.get(`${path}/overview`).expect(200);
  });
});

test('hidden projects are not part of an impact', async () => {
  const project = await service.given.project({ mode: 'private' });
  const path = `/api/admin/projects/${project}`;
  const name = unique();
  await service.api.post(`${path}/features`, { name }).expect(201);
  await service.api.post(`${path}/features/${name}/environments/production/on`).expect(200);
  const editor = await somebody(service, 'Editor');
  const off = `${path}/features/${name}/environments/production/off?dryRun=true`;
  const { body } = await editor.api.post(off).expect(404);
  expect(JSON.stringify(body)).not.toContain('impact');
  await service.api.post(off).expect(200);
});

test('a service account previews as well', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const { api } = await serviceAccount(service, 'Editor');
  const { body } = await api.post(`${at(feature, 'production')}/off?dryRun=true`).expect(200);
  expect(body.impact.features.count).toBe(1);
});

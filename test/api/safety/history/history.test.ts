import { Client } from 'pg';
import { MOST_OF_MANY, MOST_OF_ONE } from '../../../../src/safety/history/history.service.js';
import { at } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { deleteSegmentOfArchived } from '../../../support/former-versions.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { latestEvent } from '../../../support/undoing.js';
import { until } from '../../../support/waiting.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const SEGMENTS = '/api/admin/segments';
const CLIENT = '/api/client/features';

/**
 * A time, by the clock of the database, after everything that has happened and before everything
 * that follows.
 */
async function now(): Promise<string> {
  const [row] = await service.sql<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return row!.now;
}

const asOf = (path: string, moment: string) =>
  service.api.get(`${path}${path.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(moment)}`);
const enabledIn = (body: { environments: { name: string; enabled: boolean }[] }): string[] =>
  body.environments.filter(({ enabled }) => enabled).map(({ name }) => name);

describe('a feature at a moment', () => {
  test('is what it was, and absent before its creation and while it is archived', async () => {
    const start = await now();
    const feature = await service.given.feature({ enabledIn: ['production'], description: 'old' });
    const on = await now();
    const { body: live } = await service.api.get(at(feature)).expect(200);
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const off = await now();
    await service.api.put(at(feature), { description: 'new' }).expect(200);
    await service.api.delete(at(feature)).expect(202);
    const archived = await now();
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);

    const { body } = await asOf(at(feature), on).expect(200);
    // Stages start over when a feature is revived.
    const { lifecycle } = body;
    expect(body).toEqual({ ...live, lifecycle, collaborators: { users: [] } });
    expect(enabledIn(body)).toEqual(['production']);
    expect(enabledIn((await asOf(at(feature), off).expect(200)).body)).toEqual([]);
    await asOf(at(feature), start).expect(404);
    await asOf(at(feature), archived).expect(404);
    expect((await service.api.get(at(feature)).expect(200)).body.description).toBe('new');
  });

  test('is rebuilt after it was deleted, and after its name was given to another', async () => {
    const feature = await service.given.feature({
      enabledIn: ['development'],
      tags: [{ type: 'simple', value: 'kept' }],
    });
    const { body: live } = await service.api.get(at(feature)).expect(200);
    const then = await now();
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    const gone = await now();
    expect((await asOf(at(feature), then).expect(200)).body.environments).toEqual(
      live.environments,
    );
    await asOf(at(feature), gone).expect(404);
    await service.given.feature({ name: feature });
    const { body } = await asOf(at(feature), then).expect(200);
    expect(body).toMatchObject({ tags: live.tags, createdAt: live.createdAt });
    expect(body.environments).toEqual(live.environments);
  });

  test('keeps the dependencies that were replaced or removed, on both sides', async () => {
    const [child, one, two] = [
      await service.given.feature(),
      await service.given.feature(),
      await service.given.feature(),
    ];
    const add = (feature: string) =>
      service.api.post(`${at(child)}/dependencies`, { feature, variants: ['a'] }).expect(200);
    await add(one);
    const first = await now();
    await add(two);
    const second = await now();
    await service.api.delete(`${at(child)}/dependencies`).expect(200);

    const parentsAt = async (moment: string): Promise<unknown> =>
      (await asOf(at(child), moment).expect(200)).body.dependencies;
    const childrenAt = async (parent: string, moment: string): Promise<unknown> =>
      (await asOf(at(parent), moment).expect(200)).body.children;
    expect(await parentsAt(first)).toEqual([{ feature: one, enabled: true, variants: ['a'] }]);
    expect(await parentsAt(second)).toEqual([{ feature: two, enabled: true, variants: ['a'] }]);
    expect(await childrenAt(one, first)).toEqual([child]);
    expect(await childrenAt(one, second)).toEqual([]);
    expect(await childrenAt(two, second)).toEqual([child]);
  });

  test('has the segments that an earlier version removed from it while it was archived', async () => {
    const segment = { name: unique('segment'), constraints: [] };
    const { id } = (await service.api.post(SEGMENTS, segment).expect(201)).body as { id: number };
    const feature = await service.given.feature();
    const strategies = `${at(feature, 'development')}/strategies`;
    await service.api.post(strategies, { name: 'default', segments: [id] }).expect(200);
    const then = await now();
    await service.api.delete(at(feature)).expect(202);
    await deleteSegmentOfArchived(service, id);
    const strategiesAt = async (moment: string): Promise<unknown> =>
      (await asOf(at(feature), moment).expect(200)).body.strategies;
    expect(await strategiesAt(then)).toMatchObject([{ segments: [id] }]);
    await service.api.post(`/api/admin/archive/revive/${feature}`).expect(200);
    expect(await strategiesAt(then)).toMatchObject([{ segments: [id] }]);
    expect(await strategiesAt(await now())).toMatchObject([{ segments: [] }]);
  });

  test('excludes a change that waited for a lock, whenever its transaction began', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const other = new Client({ connectionString: service.databaseUrl });
    await other.connect();
    try {
      await other.query('BEGIN; SELECT now()');
      const then = await now();
      await service.api.post(`${at(feature, 'production')}/off`).expect(200);
      const off = await now();
      await other.query(
        `UPDATE feature_environment SET enabled = true
          WHERE feature_name = $1 AND environment = 'production'`,
        [feature],
      );
      await other.query(
        `INSERT INTO event (type, feature_name, project, environment, created_by,
                            created_by_user_id)
         VALUES ('feature-environment-enabled', $1, 'default', 'production', 'other', 1)`,
        [feature],
      );
      await other.query('COMMIT');
      // Its transaction began before both moments; its change came after that of the first event.
      expect(enabledIn((await asOf(at(feature), then).expect(200)).body)).toEqual(['production']);
      expect(enabledIn((await asOf(at(feature), off).expect(200)).body)).toEqual(['production']);
      expect(enabledIn((await service.api.get(at(feature))).body)).toEqual(['production']);
      const [created] = await service.sql<{ earlier: boolean }>(
        `SELECT max(created_at) FILTER (WHERE created_by = 'other') < $2::timestamptz AS earlier
           FROM event WHERE feature_name = $1`,
        [feature, then],
      );
      expect(created!.earlier).toBe(true);
    } finally {
      await other.end();
    }
  });

  test('of a hidden project is not revealed', async () => {
    const project = await service.given.project({ mode: 'private' });
    const inProject = `/api/admin/projects/${project}/features`;
    const name = unique();
    await service.api.post(inProject, { name }).expect(201);
    const then = await now();
    const { api: outsider } = await somebody(service, 'Viewer');
    const path = `${inProject}/${name}`;
    expect((await outsider.get(path).expect(404)).body.name).toBe('NotFoundError');
    expect((await outsider.get(`${path}?asOf=${then}`).expect(404)).body.name).toBe(
      'NotFoundError',
    );
    await outsider.get(`${path}/compare?from=${then}`).expect(404);
    await outsider.get(`/api/admin/projects/${project}/compare?from=${then}`).expect(404);
    await service.api.get(`/api/admin/projects/${unique()}/compare?from=${then}`).expect(404);
    expect((await outsider.get(`${inProject}?asOf=${then}`).expect(200)).body.features).toEqual([]);
    await asOf(`${inProject}/${name}`, then).expect(200);
    // A feature of another project than the one in the path is not found either.
    await asOf(at(name), then).expect(404);
  });
});

describe('the moment whose state is read', () => {
  test('must be a date-time of the past, for which history is kept', async () => {
    const feature = await service.given.feature();
    for (const moment of [
      'yesterday',
      '2026-02-30T00:00:00Z',
      '2026-01-01',
      '2999-01-01T00:00:00Z',
    ])
      expect((await asOf(at(feature), moment).expect(400)).body.name).toBe('BadDataError');
    const then = Date.now();
    for (const hours of [-23, -16, 0, 16, 23]) {
      const local = new Date(then + hours * 3_600_000).toISOString().replace('Z', '');
      const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
      await asOf(at(feature), local + offset).expect(200);
    }
    await asOf(at(feature), '0001-01-01T00:00:00+23:59').expect(400);
    await asOf(at(feature), '0001-01-01T00:00:00-23:59').expect(409);
    const { body } = await asOf(at(feature), '2020-01-01T00:00:00+01:00').expect(409);
    expect(body.name).toBe('HistoryNotKeptError');
    expect(body.message).toMatch(/^History is kept from \d{4}-/);
  });

  test('is refused by operations that have no history, instead of being ignored', async () => {
    const feature = await service.given.feature();
    const { body } = await asOf(`${at(feature, 'production')}/strategies`, await now()).expect(400);
    expect(body.message).toContain('asOf');
  });

  test('may not be followed by more changes of the feature than can be undone', async () => {
    const feature = await service.given.feature();
    const then = await now();
    await service.sql(
      `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
       SELECT 'feature-environment-enabled', $1, 'default', 'production', 'x', 1
         FROM generate_series(1, $2::int)`,
      [feature, MOST_OF_ONE + 1],
    );
    const { body } = await asOf(at(feature), then).expect(409);
    expect(body.name).toBe('HistoryTooLongError');
    await asOf(at(feature), await now()).expect(200);
  });

  test('may not be followed by more changes of a project than can be undone', async () => {
    const project = await service.given.project();
    const then = await now();
    await service.sql(
      `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
       SELECT 'feature-environment-enabled', $1 || n % 9, $1, 'production', 'x', 1
         FROM generate_series(1, $2::int) n`,
      [project, MOST_OF_MANY + 1],
    );
    const features = `/api/admin/projects/${project}/features`;
    for (const path of [features, `${CLIENT}?environment=production&project=${project}`])
      expect((await asOf(path, then).expect(409)).body.name).toBe('HistoryTooLongError');
    const compared = await service.api.get(`/api/admin/projects/${project}/compare?from=${then}`);
    expect(compared.status).toBe(409);
    await asOf(features, await now()).expect(200);
  });

  test('may be asked for by one caller only a few times at once, for many features', async () => {
    const features = `/api/admin/projects/${await service.given.project()}/features`;
    const then = await now();
    const holder = new Client({ connectionString: service.databaseUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE removed_part');
      const running = [features, features, CLIENT].map(async (path) => asOf(path, then));
      await service.untilBlocked();
      await until(async () => (await asOf(features, then)).status === 429);
      const { text } = await asOf(`${CLIENT}?environment=development`, then).expect(429);
      expect(text).toContain('already have 3 requests for former states');
      const other = await somebody(service, 'Viewer');
      const others = other.api.get(`${features}?asOf=${then}`).then(({ status }) => status);
      await holder.query('ROLLBACK');
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await others).toBe(200);
    } finally {
      await holder.end();
    }
  });

  test('is not ignored, however its name is written', async () => {
    const feature = await service.given.feature();
    const path = at(feature);
    for (const written of ['%61sOf=2001-01-01T00:00:00Z', 'asO%66=2001-01-01T00:00:00Z'])
      await service.api.get(`${path}?${written}`).expect(409);
    for (const written of [
      'asOf',
      'asOf=',
      '%61sOf',
      'asof',
      'as_of=now',
      'asOf=now',
      'asOf=1&asOf=2',
      'x&asOf',
    ])
      await service.api.get(`${path}?${written}`).expect(400);
  });

  test('is refused if an earlier version has not recorded what an event removed', async () => {
    const [child, parent] = [await service.given.feature(), await service.given.feature()];
    await service.api.post(`${at(child)}/dependencies`, { feature: parent }).expect(200);
    const then = await now();
    await service.api.delete(`${at(child)}/dependencies`).expect(200);
    const [event] = await service.sql<{ id: string }>(
      `UPDATE event SET pre_data = NULL
        WHERE feature_name = $1 AND type = 'feature-dependencies-removed' RETURNING id::text`,
      [child],
    );
    const { body } = await withHistoryFrom(Number(event!.id) + 1, () =>
      asOf(at(child), then).expect(409),
    );
    expect(body.name).toBe('HistoryIncompleteError');
    expect(body.message).toContain(`${event!.id} (feature-dependencies-removed`);
  });
});

/** Does something as if all events before this one were those of an earlier version. */
async function withHistoryFrom<T>(event: number, read: () => Promise<T>): Promise<T> {
  const [start] = await service.sql<{ id: string }>(
    'SELECT complete_from_event_id::text AS id FROM history_start',
  );
  const set = (id: number) =>
    service.sql('UPDATE history_start SET complete_from_event_id = $1', [id]);
  await set(event);
  try {
    return await read();
  } finally {
    await set(Number(start!.id));
  }
}

test('before an earlier version deleted an environment, states are refused instead of lacking it', async () => {
  const environment = await service.given.environment();
  const project = await service.given.project({ environments: [environment, 'development'] });
  const feature = `/api/admin/projects/${project}/features/${unique()}`;
  const name = feature.split('/').at(-1)!;
  await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
  await service.api.post(`${feature}/environments/${environment}/on`).expect(200);
  const then = await now();
  await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
  const event = await latestEvent(service, 'environment-deleted');
  await service.sql('DELETE FROM removed_part WHERE event_id = $1', [event]);
  const after = await now();

  await withHistoryFrom(Number(event) + 1, async () => {
    for (const path of [
      feature,
      `/api/admin/projects/${project}/features`,
      `${CLIENT}?environment=${environment}&project=${project}`,
    ]) {
      const { body } = await asOf(path, then).expect(409);
      expect(body.message).toContain(`${event} (environment-deleted`);
    }
    expect((await asOf(feature, after).expect(200)).body.environments).toHaveLength(1);
  });
});

describe('lists, segments and SDKs at a moment', () => {
  test('are what they were', async () => {
    const project = await service.given.project();
    const features = `/api/admin/projects/${project}/features`;
    const [one, two] = [unique('one'), unique('two')];
    await service.api
      .post(features, { name: one, tags: [{ type: 'simple', value: 'list' }] })
      .expect(201);
    await service.api.post(`${features}/${one}/environments/development/on`).expect(200);
    const { body: live } = await service.api.get(features).expect(200);
    const then = await now();
    await service.api.post(features, { name: two }).expect(201);
    await service.api.post(`${features}/${one}/environments/development/off`).expect(200);

    expect((await asOf(features, then).expect(200)).body).toEqual(live);
    expect((await asOf(`${features}?namePrefix=two`, then).expect(200)).body.features).toEqual([]);
    const tagged = await asOf(`${features}?tag=simple:list`, then).expect(200);
    expect(tagged.body.features).toHaveLength(1);
    await asOf(`${features}?tag=broken`, then).expect(400);
  });

  test('a segment is what it was, also after it was deleted', async () => {
    const body = { name: unique('segment'), constraints: [] };
    const { body: created } = await service.api.post(SEGMENTS, body).expect(201);
    const then = await now();
    const renamed = { name: unique('renamed'), constraints: [] };
    await service.api.put(`${SEGMENTS}/${created.id}`, renamed).expect(204);
    await service.api.delete(`${SEGMENTS}/${created.id}`).expect(204);
    expect((await asOf(`${SEGMENTS}/${created.id}`, then).expect(200)).body).toEqual(created);
    await asOf(`${SEGMENTS}/${created.id}`, await now()).expect(404);
  });

  test('SDKs were served what is rebuilt, including its tag', async () => {
    const sdk = service.api.as({ token: CLIENT_TOKEN });
    const { body: segment } = await service.api
      .post(SEGMENTS, {
        name: unique('segment'),
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
      })
      .expect(201);
    const feature = await service.given.feature({ type: 'experiment' });
    await service.api
      .post(`${at(feature, 'development')}/strategies`, {
        name: 'flexibleRollout',
        parameters: { rollout: '50', stickiness: 'default', groupId: 'x' },
        segments: [segment.id],
      })
      .expect(200);
    await service.api.post(`${at(feature, 'development')}/on`).expect(200);
    const headers = { 'Unleash-Client-Spec': '5.1.0' };
    const served = async () => (await sdk.get(CLIENT).set(headers).expect(200)).body;
    await until(async () => {
      const { features } = await served();
      return features.some(
        (one: { name: string; enabled: boolean }) => one.name === feature && one.enabled,
      );
    });
    const live = await served();
    const inlined = (await sdk.get(CLIENT).expect(200)).body;
    const then = await now();
    await service.api.delete(at(feature)).expect(202);
    await service.api.delete(`/api/admin/archive/${feature}`).expect(200);
    await service.api.delete(`${SEGMENTS}/${segment.id}`).expect(204);

    const path = `${CLIENT}?asOf=${then}`;
    expect((await sdk.get(path).set(headers).expect(200)).body).toEqual(live);
    expect((await sdk.get(path).expect(200)).body).toEqual(inlined);
    const prefixed = await sdk.get(`${path}&namePrefix=${feature}`).set(headers).expect(200);
    expect(prefixed.body.features.map(({ name }: { name: string }) => name)).toEqual([feature]);
    await sdk.get(`${CLIENT}/${feature}?asOf=${then}`).expect(400);
  });

  test('features of a deleted project and a deleted environment were served', async () => {
    const environment = await service.given.environment();
    const project = await service.given.project({ environments: [environment, 'development'] });
    const name = unique();
    const feature = `/api/admin/projects/${project}/features/${name}`;
    await service.api.post(`/api/admin/projects/${project}/features`, { name }).expect(201);
    await service.api.post(`${feature}/environments/${environment}/on`).expect(200);
    const then = await now();
    await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
    const without = await now();
    await service.api.delete(feature).expect(202);
    await service.api.delete(`/api/admin/projects/${project}`).expect(200);

    const served = async (moment: string) =>
      (await asOf(`${CLIENT}?environment=${environment}&project=${project}`, moment).expect(200))
        .body.features;
    expect(await served(then)).toMatchObject([
      { name, enabled: true, strategies: [{ name: 'flexibleRollout' }] },
    ]);
    expect(await served(without)).toMatchObject([{ name, enabled: false, strategies: [] }]);
    expect(await served(await now())).toEqual([]);
  });
});

describe('a comparison of two moments', () => {
  test('of a feature names what changed, was added and was removed', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const from = await now();
    const tag = { type: 'simple', value: 'compared' };
    await service.api.post(`/api/admin/features/${feature}/tags`, tag).expect(201);
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    const link = { url: 'https://example.com/ticket', title: 'Ticket' };
    await service.api.post(`${at(feature)}/link`, link).expect(204);
    const to = await now();
    await service.api.put(at(feature), { description: 'later' }).expect(200);
    const compare = `${at(feature)}/compare?from=${from}`;
    const { body } = await service.api.get(`${compare}&to=${to}`).expect(200);
    expect(body).toMatchObject({ from, to });
    expect(body.differences).toEqual(
      expect.arrayContaining([
        { op: 'replace', path: '/environments/production/enabled', before: true, after: false },
        { op: 'add', path: '/tags/simple:compared', after: { type: 'simple', value: 'compared' } },
        {
          op: 'add',
          path: expect.stringMatching(/^\/links\/[^/]+$/),
          after: expect.objectContaining(link),
        },
      ]),
    );
    expect(body.differences).toHaveLength(3);
    const later = (await service.api.get(compare).expect(200)).body.differences;
    expect(later).toContainEqual({
      ...{ op: 'replace', path: '/description', before: null, after: 'later' },
    });
    await service.api.get(`${at(feature)}/compare?from=${to}&to=${from}`).expect(400);
    await service.api.get(`${at(feature)}/compare`).expect(400);
    await service.api.get(`${at('no-such-feature')}/compare?from=${from}`).expect(404);
  });

  test('of a project covers created, changed and deleted features', async () => {
    const project = await service.given.project();
    const features = `/api/admin/projects/${project}/features`;
    const names = [unique('same'), unique('changed'), unique('gone'), unique('new')] as const;
    const [same, changed, gone, created] = names;
    for (const name of [same, changed, gone])
      await service.api.post(features, { name }).expect(201);
    const from = await now();
    await service.api.post(`${features}/${changed}/environments/production/on`).expect(200);
    await service.api.delete(`${features}/${gone}`).expect(202);
    await service.api.post(features, { name: created }).expect(201);

    const compare = `/api/admin/projects/${project}/compare?from=${from}`;
    const { differences } = (await service.api.get(compare).expect(200)).body as {
      differences: { op: string; path: string }[];
    };
    const found = differences.map(({ op, path }) => `${op} ${path}`);
    expect(found).toEqual(
      expect.arrayContaining([
        `replace /${changed}/environments/production/enabled`,
        `remove /${gone}`,
        `add /${created}`,
      ]),
    );
    expect(found.filter((one) => one.includes(same))).toEqual([]);
  });

  test('of a segment names what changed', async () => {
    const name = unique('segment');
    const { body } = await service.api.post(SEGMENTS, { name, constraints: [] }).expect(201);
    const from = await now();
    const renamed = unique('renamed');
    await service.api.put(`${SEGMENTS}/${body.id}`, { name: renamed, constraints: [] }).expect(204);
    const compare = `${SEGMENTS}/${body.id}/compare?from=${from}`;
    expect((await service.api.get(compare).expect(200)).body.differences).toEqual([
      { op: 'replace', path: '/name', before: name, after: renamed },
    ]);
    await service.api.get(`${SEGMENTS}/999999/compare?from=${from}`).expect(404);
  });
});

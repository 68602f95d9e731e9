import { Client } from 'pg';
import { somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A request that changes something. */
interface Change {
  method: 'post' | 'delete';
  path: string;
  body?: object;
}

const newestEvent = async (): Promise<string | null> =>
  (await service.sql<{ id: string | null }>('SELECT max(id) AS id FROM event'))[0]!.id;

/** Sends the dry run of a change and then the change. @returns The status and body of each. */
async function bothOf({ method, path, body }: Change, api = service.api) {
  const before = await newestEvent();
  const previewed = await api[method](`${path}?dryRun=true`, body);
  expect(await newestEvent()).toBe(before);
  const changed = await api[method](path, body);
  return { previewed, changed };
}

/** A refusal without what differs between any two responses. */
const withoutId = ({ status, body }: { status: number; body: Record<string, unknown> }) => ({
  status,
  body: { ...body, id: undefined },
});

/** A project with live features that are on in production. */
async function projectWith(count: number, properties: Record<string, unknown> = {}) {
  const id = await service.given.project(properties);
  const path = `/api/admin/projects/${id}`;
  const features = Array.from({ length: count }, () => unique());
  for (const name of features) {
    await service.api.post(`${path}/features`, { name }).expect(201);
    await service.api.post(`${path}/features/${name}/environments/production/on`).expect(200);
  }
  return { id, path, features };
}

const bulk = (path: string, state: string, environment = 'production'): string =>
  `${path}/bulk_features/environments/${environment}/${state}`;

/** Changes that are refused, and the status of the refusal. */
const REFUSED: Record<string, [number, () => Promise<Change>]> = {
  'turning off an unknown feature': [
    404,
    async () => {
      const { path, features } = await projectWith(1);
      const body = { features: [...features, unique()] };
      return { method: 'post', path: bulk(path, 'off'), body };
    },
  ],
  'turning off in an environment that the project lacks': [
    404,
    async () => {
      const { path, features } = await projectWith(1);
      const environment = await service.given.environment();
      return { method: 'post', path: bulk(path, 'off', environment), body: { features } };
    },
  ],
  'turning on an archived feature': [
    400,
    async () => {
      const { path, features } = await projectWith(2);
      await service.api.delete(`${path}/features/${features[1]}`).expect(202);
      return { method: 'post', path: bulk(path, 'on'), body: { features } };
    },
  ],
  'turning on where the default strategy is not defined any more': [
    400,
    async () => {
      const { id, path } = await projectWith(0);
      await service.sql(
        `UPDATE project_environment SET default_strategy = '{"name": "not-defined"}'
          WHERE project = $1 AND environment = 'production'`,
        [id],
      );
      const feature = unique();
      await service.api.post(`/api/admin/projects/${id}/features`, { name: feature }).expect(201);
      return { method: 'post', path: bulk(path, 'on'), body: { features: [feature] } };
    },
  ],
  'turning on a feature with too many strategies for another one': [
    400,
    async () => {
      const { path, features } = await projectWith(0);
      const feature = unique();
      await service.api.post(`${path}/features`, { name: feature }).expect(201);
      const strategies = `${path}/features/${feature}/environments/production/strategies`;
      for (let n = 0; n < 30; n++)
        await service.api.post(strategies, { name: 'default', disabled: true }).expect(200);
      return { method: 'post', path: bulk(path, 'on'), body: { features: [...features, feature] } };
    },
  ],
  'archiving a feature on which another depends': [
    403,
    async () => {
      const { path, features } = await projectWith(2);
      const [parent, child] = features as [string, string];
      const dependencies = `${path}/features/${child}/dependencies`;
      await service.api.post(dependencies, { feature: parent }).expect(200);
      return { method: 'post', path: `${path}/archive`, body: { features: [parent] } };
    },
  ],
  'archiving features of an unknown project': [
    404,
    () =>
      Promise.resolve({
        method: 'post',
        path: `/api/admin/projects/${unique()}/archive`,
        body: { features: ['any'] },
      }),
  ],
  'deleting an unknown environment': [
    404,
    () => Promise.resolve({ method: 'delete', path: `/api/admin/environments/${unique()}` }),
  ],
  'deleting the only environment of a project': [
    400,
    async () => {
      const environment = await service.given.environment();
      await service.given.project({ environments: [environment] });
      return { method: 'delete', path: `/api/admin/environments/${environment}` };
    },
  ],
  'removing the only environment of a project': [
    400,
    async () => {
      const { path } = await projectWith(0, { environments: ['production'] });
      return { method: 'delete', path: `${path}/environments/production` };
    },
  ],
  'removing an unknown environment from a project': [
    404,
    async () => {
      const { path } = await projectWith(0);
      return { method: 'delete', path: `${path}/environments/${unique()}` };
    },
  ],
  'deleting a project with live features': [
    403,
    async () => ({ method: 'delete', path: (await projectWith(1)).path }),
  ],
  'deleting the project default': [
    403,
    () => Promise.resolve({ method: 'delete', path: '/api/admin/projects/default' }),
  ],
  'deleting an unknown project': [
    404,
    () => Promise.resolve({ method: 'delete', path: `/api/admin/projects/${unique()}` }),
  ],
};

describe('a dry run is refused like the change:', () => {
  test.each(Object.entries(REFUSED))('%s', async (_, [status, given]) => {
    const { previewed, changed } = await bothOf(await given());
    expect(withoutId(previewed)).toEqual(withoutId(changed));
    expect(previewed.status).toBe(status);
  });

  test('deleting a project whose segment another project uses by its default strategy', async () => {
    const { path, id } = await projectWith(0);
    const other = await projectWith(0);
    const segment = { name: unique('segment'), constraints: [], project: id };
    const { body } = await service.api.post('/api/admin/segments', segment).expect(201);
    await service.sql(
      `INSERT INTO default_strategy_segment (project, environment, segment_id)
       VALUES ($1, 'production', $2)`,
      [other.id, body.id],
    );
    const { previewed, changed } = await bothOf({ method: 'delete', path });
    expect(withoutId(previewed)).toEqual(withoutId(changed));
    expect(previewed.status).toBe(403);
  });

  test('without the permission', async () => {
    const { path, features } = await projectWith(1);
    const { api } = await somebody(service, 'Viewer');
    const changes: Change[] = [
      { method: 'post', path: bulk(path, 'off'), body: { features } },
      { method: 'post', path: `${path}/archive`, body: { features } },
      { method: 'delete', path: `${path}/environments/production` },
      { method: 'delete', path },
    ];
    for (const change of changes) {
      const { previewed, changed } = await bothOf(change, api);
      expect(previewed.status).toBe(403);
      expect(changed.status).toBe(403);
    }
  });
});

/** The features of the events since one that the change recorded. */
const featuresSince = async (event: string | null): Promise<string[]> =>
  (
    await service.sql<{ name: string }>(
      `SELECT DISTINCT feature_name AS name FROM event
        WHERE id > $1 AND feature_name IS NOT NULL ORDER BY 1`,
      [event ?? 0],
    )
  ).map(({ name }) => name);

describe('a dry run shows the features that the change is about:', () => {
  test.each(['off', 'archive'])('%s', async (kind) => {
    const { path, features } = await projectWith(3);
    const before = await newestEvent();
    const { previewed, changed } = await bothOf({
      method: 'post',
      path: kind === 'off' ? bulk(path, 'off') : `${path}/archive`,
      body: { features },
    });
    expect(previewed.status).toBe(200);
    expect(changed.status).toBe(kind === 'off' ? 200 : 202);
    expect(previewed.body.impact.features).toEqual({ count: 3, names: [...features].sort() });
    expect(await featuresSince(before)).toEqual([...features].sort());
  });

  test('on', async () => {
    const { path, features } = await projectWith(2);
    await service.api.post(bulk(path, 'off'), { features }).expect(200);
    const added = unique();
    await service.api.post(`${path}/features`, { name: added }).expect(201);
    const all = [...features, added].sort();
    const before = await newestEvent();
    const change: Change = { method: 'post', path: bulk(path, 'on'), body: { features: all } };
    const { previewed } = await bothOf(change);
    expect(previewed.body.impact.features).toEqual({ count: 3, names: all });
    expect(await featuresSince(before)).toEqual(all);
  });

  test('archiving one, which returns the feature', async () => {
    const { path, features } = await projectWith(1);
    const feature = `${path}/features/${features[0]}`;
    const { previewed, changed } = await bothOf({ method: 'delete', path: feature });
    expect(changed.status).toBe(202);
    expect(previewed.body.feature).toMatchObject({
      name: features[0],
      archived: true,
      lifecycle: { stage: 'archived' },
    });
    const { body } = await service.api.get(`${path}/features/${features[0]}`).expect(404);
    expect(body.impact).toBeUndefined();
    const again = await service.api.delete(`${feature}?dryRun=true`).expect(200);
    expect(again.body.feature.archived).toBe(true);
  });

  test('deleting an environment and a project', async () => {
    const environment = await service.given.environment();
    const { path, features } = await projectWith(2, { environments: ['production', environment] });
    const removal: Change = { method: 'delete', path: `${path}/environments/${environment}` };
    const removed = await bothOf(removal);
    expect(removed.previewed.body.impact.features.count).toBe(2);
    expect(removed.changed.status).toBe(200);
    const deletion: Change = { method: 'delete', path: `/api/admin/environments/${environment}` };
    const deleted = await bothOf(deletion);
    expect(deleted.previewed.body.impact.features.names).toEqual([...features].sort());
    expect(deleted.changed.status).toBe(200);
    await service.api.post(`${path}/archive`, { features }).expect(202);
    const gone = await bothOf({ method: 'delete', path });
    expect(gone.previewed.body.impact.features.count).toBe(2);
    expect(gone.changed.status).toBe(200);
    await service.api.get(`${path}/overview`).expect(404);
  });
});

test('a dry run of many features waits for nobody and keeps nobody waiting', async () => {
  const { id, path, features } = await projectWith(3);
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM project WHERE id = $1 FOR UPDATE', [id]);
    await client.query('SELECT FROM feature WHERE project = $1 FOR UPDATE', [id]);
    await client.query('SELECT FROM feature_environment WHERE feature_name = ANY ($1) FOR UPDATE', [
      features,
    ]);
    for (const state of ['off', 'on'])
      await service.api.post(`${bulk(path, state)}?dryRun=true`, { features }).expect(200);
    await service.api.post(`${path}/archive?dryRun=true`, { features }).expect(200);
    await service.api.delete(`${path}/environments/production?dryRun=true`).expect(200);
    await service.api.delete(`${path}?dryRun=true`).expect(403);
  } finally {
    await client.end();
  }
});

test('a dry run with If-Match compares the version as well', async () => {
  const { path } = await projectWith(0);
  const seen = (await service.api.get(`${path}/overview`).expect(200)).headers['etag'];
  const preview = () => service.api.delete(`${path}?dryRun=true`).set('If-Match', seen!);
  await preview().expect(200);
  await service.api.put(path, { name: unique(), description: 'new' }).expect(200);
  await preview().expect(412);
  await service.api.get(`${path}/overview`).expect(200);
});

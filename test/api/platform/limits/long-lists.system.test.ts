import { at } from '../../../support/api.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** More than two pages. */
const MANY = 2_100;

test('a list of users that is read in pages has everybody once, in order', async () => {
  await service.sql(
    `INSERT INTO app_user (name, root_role_id) SELECT 'person ' || n, 2 FROM generate_series(1, $1::int) n`,
    [MANY],
  );
  const ids = async (path: string, list: string, key: string): Promise<number[]> => {
    const { body } = await service.api.get(path).expect(200);
    return body[list].map((user: Record<string, number>) => user[key]);
  };
  const people = await service.sql<{ id: number }>(
    `SELECT id FROM app_user WHERE kind = 'user' AND deleted_at IS NULL ORDER BY id`,
  );
  const expected = people.map(({ id }) => id);
  expect(expected.length).toBeGreaterThanOrEqual(MANY);
  expect(await ids('/api/admin/user-admin', 'users', 'id')).toEqual(expected);
  expect(await ids('/api/admin/user-admin/access', 'users', 'id')).toEqual(expected);
  expect(await ids('/api/admin/access/overview', 'overview', 'userId')).toEqual(expected);
});

test('a list of features that is read in pages has each once, in order', async () => {
  const first = await service.given.feature({ enabledIn: ['production'] });
  await service.sql(
    `INSERT INTO feature (name, project, created_by_user_id)
     SELECT 'many-' || n, 'default', -1337 FROM generate_series(1, $1::int) n`,
    [MANY],
  );
  await service.sql(
    `INSERT INTO feature_environment (feature_name, environment)
     SELECT name, 'production' FROM feature WHERE name LIKE 'many-%'`,
  );
  await service.sql(
    `INSERT INTO feature_strategy (feature_name, environment, name, constraints)
     SELECT name, 'production', 'default', '[{"contextName":"userId","operator":"IN","values":["1"]}]'
       FROM feature WHERE name LIKE 'many-%'`,
  );
  const live = await service.sql<{ name: string }>('SELECT name FROM feature ORDER BY name');
  const all = live.map(({ name }) => name);
  const many = all.filter((name) => name.startsWith('many-'));
  expect(all).toContain(first);
  for (const path of ['', '/features', '/health-report']) {
    const { body } = await service.api.get(`/api/admin/projects/default${path}`).expect(200);
    expect(body.features.map(({ name }: { name: string }) => name)).toEqual(all);
  }
  const query = '/api/admin/projects/default/features?namePrefix=many-';
  expect((await service.api.get(query).expect(200)).body.features).toHaveLength(MANY);
  const { body } = await service.api.get('/api/admin/context/userId/strategies').expect(200);
  expect(body.strategies.map(({ featureName: name }: { featureName: string }) => name)).toEqual(
    many,
  );
  expect((await service.api.get(at(first)).expect(200)).body.name).toBe(first);
});

test('a list that nobody reads to its end frees its connection', async () => {
  const reading = async (): Promise<number> => {
    const [row] = await service.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return row!.n;
  };
  const address = `${service.url}/api/admin/user-admin`;
  const headers = { authorization: ADMIN_TOKEN };
  const left = new AbortController();
  await fetch(address, { headers, method: 'HEAD' });
  await fetch(address, { headers, signal: left.signal });
  await fetch(address, { headers }); // whose body is never read
  left.abort();
  while ((await reading()) > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  await service.api.get('/api/admin/user-admin').expect(200);
});

import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const FEATURES = 3_000;
const CHANGES = 20_000;

async function now(): Promise<string> {
  const [row] = await service.sql<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return row!.now;
}

/**
 * Creates a project with many features that are on in production.
 * @returns Its id.
 */
async function projectOfMany(): Promise<string> {
  const project = await service.given.project();
  await service.sql(
    `INSERT INTO feature (name, project, created_by_user_id)
     SELECT $1 || '-' || n, $1, 1 FROM generate_series(1, $2::int) n`,
    [project, FEATURES],
  );
  await service.sql(
    `INSERT INTO feature_environment (feature_name, environment)
     SELECT $1 || '-' || n, e FROM generate_series(1, $2::int) n,
            unnest('{development,production}'::text[]) e`,
    [project, FEATURES],
  );
  await service.sql(
    `INSERT INTO feature_strategy (feature_name, environment, name)
     SELECT $1 || '-' || n, 'production', 'default' FROM generate_series(1, $2::int) n`,
    [project, FEATURES],
  );
  await service.sql(
    `UPDATE feature_environment SET enabled = true
      WHERE feature_name LIKE $1 || '-%' AND environment = 'production'`,
    [project],
  );
  return project;
}

/** Turns a feature off and on until something has happened. @returns How long turning off took. */
async function switchUntil(happened: Promise<unknown>): Promise<number[]> {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  let isDone = false;
  void happened.then(() => (isDone = true));
  const times: number[] = [];
  while (!isDone || times.length < 10) {
    const start = performance.now();
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
    times.push(performance.now() - start);
    await service.api.post(`${at(feature, 'production')}/on`).expect(200);
  }
  return times.sort((one, other) => one - other);
}

test('reading former states of many features does not slow turning off down', async () => {
  const project = await projectOfMany();
  const then = await now();
  await service.sql(
    `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
     SELECT 'feature-environment-enabled', $1 || '-' || 1 + n % $2::int, $1, 'production', 'x', 1
       FROM generate_series(1, $3::int) n`,
    [project, FEATURES, CHANGES],
  );
  const path = `/api/client/features?environment=production&project=${project}&asOf=${then}`;
  const reading = (async () => {
    for (let n = 0; n < 3; n++) {
      const { body } = await service.api.get(path).expect(200);
      expect(body.features).toHaveLength(FEATURES);
      // The features were turned on later, so they were off then.
      expect(body.features[0].enabled).toBe(false);
    }
  })();
  const times = await switchUntil(reading);
  await reading;
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(250);
});

test('environments that were created since are not part of a former state', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const { body: live } = await service.api.get(at(feature)).expect(200);
  const then = await now();
  const environment = await service.given.environment();
  await service.api.post('/api/admin/projects/default/environments', { environment }).expect(200);
  await service.api.post(`${at(feature, environment)}/on`).expect(200);
  const former = await service.api.get(`${at(feature)}?asOf=${then}`).expect(200);
  const namesIn = (body: { environments: { name: string }[] }): string[] =>
    body.environments.map(({ name }) => name);
  expect(namesIn(former.body)).toEqual(namesIn(live));
  expect(namesIn((await service.api.get(at(feature)).expect(200)).body)).toContain(environment);
  const compared = await service.api.get(`${at(feature)}/compare?from=${then}`).expect(200);
  const paths = compared.body.differences.map(({ path }: { path: string }) => path);
  expect(paths).toContain(`/environments/${environment}`);
});

test('moments before the kept history are refused, and earlier events cannot be undone', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  const [{ id }] = (await service.sql<{ id: string }>(
    'SELECT max(id) AS id FROM event WHERE feature_name = $1',
    [feature],
  )) as [{ id: string }];
  const then = await now();
  await service.sql('DELETE FROM event WHERE id <= $1', [id]);
  await service.given.feature({ name: unique('later') });
  for (const path of [
    `${at(feature)}?asOf=${then}`,
    `${at(feature)}/compare?from=${then}`,
    `/api/admin/projects/default/compare?from=${then}`,
    `/api/client/features?environment=production&asOf=${then}`,
  ]) {
    const { body } = await service.api.get(path).expect(409);
    expect(body.name).toBe('HistoryNotKeptError');
    expect(body.message).toMatch(/^History is kept from \d{4}-/);
  }
  const before = await service.sql('SELECT max(id) AS id FROM event');
  await service.api.get(`/api/admin/events/${id}/undo`).expect(404);
  const { body } = await service.api.post(`/api/admin/events/${id}/undo`).expect(404);
  expect(body.message).toContain(id);
  expect(await service.sql('SELECT max(id) AS id FROM event')).toEqual(before);
  expect((await service.api.get(at(feature)).expect(200)).body.name).toBe(feature);
});

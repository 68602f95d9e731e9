import { Client } from 'pg';
import { at, FEATURES } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { later } from '../support/schedule-scene.js';
import { until } from '../support/waiting.js';
import { RunningService } from './running-service.js';

let database: TestDatabase;
let client: Client;
const instances: RunningService[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  for (let n = 0; n < 3; n++) await startInstance();
});

afterAll(async () => {
  for (const instance of instances) await instance.remove();
  await client?.end();
  await database?.drop();
});

/** The `application_name` of the sessions of an instance. */
const nameOf = (instance: RunningService): string => `instance-${instances.indexOf(instance)}`;

async function startInstance(): Promise<RunningService> {
  const instance = await RunningService.start('unused', {
    DATABASE_URL: `${database.url}?application_name=instance-${instances.length}`,
    LOG_LEVEL: 'error',
  });
  instances.push(instance);
  return instance;
}

const SCHEDULES = 40;

/**
 * Creates features that are on, and a schedule for each that turns it off.
 * @returns Their ids.
 */
async function scheduled(): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < SCHEDULES; n++) {
    const [name, instance] = [`scheduled-${n}`, instances[n % 3]!];
    await instance.call('POST', FEATURES, { name });
    await instance.call('POST', `${at(name, 'production')}/on`);
    const body = { action: 'off', at: later() };
    const answer = await instance.call('POST', `${at(name, 'production')}/schedule`, body);
    expect(answer.status).toBe(201);
    ids.push(((await answer.json()) as { id: number }).id);
  }
  return ids;
}

/** Delays the commit of each execution, so that instances can be killed during one. */
async function delayCommits(): Promise<void> {
  await client.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dawdle AFTER UPDATE OF state ON schedule
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`);
}

/** Kills an instance while it executes a schedule. */
async function killWhileExecuting(instance: RunningService): Promise<void> {
  await until(async () => {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1 AND wait_event = 'PgSleep'`,
      [nameOf(instance)],
    );
    return rows.length > 0;
  });
  instance.kill('SIGKILL');
  await instance.ended;
}

async function unfinished(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM schedule WHERE state <> 'executed'`,
  );
  return rows[0]!.count;
}

test('schedules of three instances, of which two are killed, are executed once each', async () => {
  const ids = await scheduled();
  await delayCommits();
  await client.query(`UPDATE schedule SET next_at = now() + id * interval '10 milliseconds'`);
  await killWhileExecuting(instances[0]!);
  await killWhileExecuting(instances[1]!);
  expect(await unfinished()).toBeGreaterThan(0);
  await startInstance();
  await until(async () => (await unfinished()) === 0);
  const { rows } = await client.query<{ id: number; types: string[] }>(
    `SELECT s.id, array_agg(e.type ORDER BY e.id) AS types
       FROM schedule s JOIN event e ON e.schedule_id = s.id GROUP BY s.id ORDER BY s.id`,
  );
  expect(rows).toEqual(
    ids.map((id) => ({ id, types: ['feature-environment-disabled', 'schedule-executed'] })),
  );
  const { rows: switches } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM event WHERE type = 'feature-environment-disabled'`,
  );
  expect(switches[0]!.count).toBe(SCHEDULES);
}, 60_000);

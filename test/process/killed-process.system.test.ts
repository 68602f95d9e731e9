import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { at, FEATURES } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { later } from '../support/schedule-scene.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { until } from '../support/waiting.js';
import { RunningService } from './running-service.js';

let database: TestDatabase;
let client: Client;
let service: RunningService;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await start();
});

afterAll(async () => {
  await service?.remove();
  await client?.end();
  await database?.drop();
});

async function start(): Promise<void> {
  service = await RunningService.start('unused', {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  });
}

async function featureThatIsOn(name: string): Promise<void> {
  await service.call('POST', FEATURES, { name });
  await service.call('POST', `${at(name, 'production')}/on`);
}

const turnOff = (feature: string, key: string): Promise<Response> =>
  fetch(`${service.url}${at(feature, 'production')}/off`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'idempotency-key': key },
  });

async function timesOff(feature: string): Promise<number> {
  const { rows } = await client.query(
    "SELECT FROM event WHERE type = 'feature-environment-disabled' AND feature_name = $1",
    [feature],
  );
  return rows.length;
}

/** The sessions of the service in the database. */
const SESSIONS = /* sql */ `
  SELECT FROM pg_stat_activity
   WHERE datname = current_database() AND backend_type = 'client backend'
     AND pid <> pg_backend_pid()`;

/**
 * Kills the process when a session of it waits for a timeout or a lock. Returns when PostgreSQL has
 * ended its sessions.
 */
async function killWhileWaiting(
  what: 'Timeout' | 'Lock',
  letGo?: () => Promise<unknown>,
): Promise<void> {
  const waiting = `${SESSIONS} AND wait_event_type = '${what}'`;
  await until(async () => {
    // A transaction that the client has open would otherwise never show new sessions.
    await client.query('SELECT pg_stat_clear_snapshot()');
    return (await client.query(waiting)).rows.length > 0;
  });
  service.kill('SIGKILL');
  await service.ended;
  await letGo?.();
  await until(async () => (await client.query(SESSIONS)).rows.length === 0);
}

/**
 * Delays commits after a kind of change, so that the process can be killed meanwhile. PostgreSQL
 * completes them nevertheless.
 */
async function delayCommits(after: string): Promise<void> {
  await client.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dawdle AFTER ${after}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`);
}

test('a request whose process is killed between commit and answer is not repeated', async () => {
  await featureThatIsOn('committed');
  await delayCommits('INSERT ON idempotency_record');
  const key = randomUUID();
  const lost = expect(turnOff('committed', key)).rejects.toThrow();
  await killWhileWaiting('Timeout');
  await lost;
  await client.query('DROP FUNCTION dawdle CASCADE');
  expect(await timesOff('committed')).toBe(1);

  await start();
  const repeated = await turnOff('committed', key);
  expect(repeated.status).toBe(200);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect(await repeated.json()).toMatchObject({ name: 'committed' });
  expect(await timesOff('committed')).toBe(1);
});

test('a request whose process is killed before the commit is repeated', async () => {
  await featureThatIsOn('uncommitted');
  await client.query('BEGIN');
  await client.query('SELECT FROM feature_environment FOR UPDATE');
  const key = randomUUID();
  const lost = expect(turnOff('uncommitted', key)).rejects.toThrow();
  await killWhileWaiting('Lock', () => client.query('ROLLBACK'));
  await lost;
  expect(await timesOff('uncommitted')).toBe(0);

  await start();
  const repeated = await turnOff('uncommitted', key);
  expect(repeated.status).toBe(200);
  expect(repeated.headers.get('idempotency-replayed')).toBeNull();
  expect(await timesOff('uncommitted')).toBe(1);
});

/** Schedules turning a feature off. @returns The id of the schedule. */
async function scheduled(feature: string): Promise<number> {
  const answer = await service.call('POST', `${at(feature, 'production')}/schedule`, {
    action: 'off',
    at: later(),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

async function makeDue(id: number): Promise<void> {
  await client.query('UPDATE schedule SET next_at = now() WHERE id = $1', [id]);
}

async function isExecuted(id: number): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>(
    'SELECT state FROM schedule WHERE id = $1',
    [id],
  );
  return rows[0]!.state === 'executed';
}

/** Number of executions of a schedule, by its events. */
async function executions(id: number): Promise<string[]> {
  const { rows } = await client.query<{ type: string }>(
    'SELECT type FROM event WHERE schedule_id = $1 ORDER BY id',
    [id],
  );
  return rows.map(({ type }) => type);
}

const ONCE = ['feature-environment-disabled', 'schedule-executed'];

test('a schedule whose process is killed while it commits is not executed again', async () => {
  await featureThatIsOn('scheduled');
  await featureThatIsOn('afterwards');
  const [id, next] = [await scheduled('scheduled'), await scheduled('afterwards')];
  await makeDue(id);
  await delayCommits('UPDATE ON schedule');
  await killWhileWaiting('Timeout');
  await client.query('DROP FUNCTION dawdle CASCADE');
  expect(await executions(id)).toEqual(ONCE);
  expect(await isExecuted(id)).toBe(true);

  await start();
  await makeDue(next);
  await until(() => isExecuted(next));
  expect(await executions(id)).toEqual(ONCE);
});

test('a schedule whose process is killed before the commit is executed by the next one', async () => {
  await featureThatIsOn('interrupted');
  const id = await scheduled('interrupted');
  await client.query('BEGIN');
  await client.query('SELECT FROM feature_environment FOR UPDATE');
  const other = new Client({ connectionString: database.url });
  await other.connect();
  await other.query('UPDATE schedule SET next_at = now() WHERE id = $1', [id]);
  await other.end();
  await killWhileWaiting('Lock', () => client.query('ROLLBACK'));
  expect(await executions(id)).toEqual([]);
  expect(await isExecuted(id)).toBe(false);

  await start();
  await until(() => isExecuted(id));
  expect(await executions(id)).toEqual(ONCE);
  expect(await timesOff('interrupted')).toBe(1);
});

import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { at, FEATURES } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
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
  await until(async () => (await client.query(waiting)).rows.length > 0);
  service.kill('SIGKILL');
  await service.ended;
  await letGo?.();
  await until(async () => (await client.query(SESSIONS)).rows.length === 0);
}

test('a request whose process is killed between commit and answer is not repeated', async () => {
  await featureThatIsOn('committed');
  // The commit waits while the process is killed. PostgreSQL completes it nevertheless.
  await client.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON idempotency_record
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`);
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

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { Database } from '../../../../src/platform/database/database.js';
import { migrateDatabase } from '../../../../src/platform/database/migrate.js';
import { sessionWithoutTimeLimits } from '../../../../src/platform/database/time-limits.js';
import { Channel } from '../../../../src/platform/database/channel.js';
import { at, FEATURES, type HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database.js';
import { until } from '../../../support/waiting.js';

/**
 * Behind a pooler, a session serves another client after each transaction, so nothing may be set or
 * locked for longer.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => jest.restoreAllMocks());

/**
 * The statements that sessions are sent while some work runs, and the state of each session
 * afterwards.
 */
async function sessionsAfter<T>(
  work: () => Promise<T>,
): Promise<{ texts: string[]; settings: unknown[]; locks: unknown[] }> {
  const query = jest.spyOn(Client.prototype, 'query');
  const end = jest.spyOn(Client.prototype as { end(): Promise<void> }, 'end').mockResolvedValue();
  await work();
  // A service that test files share goes on sending statements to its own database.
  const clients = [...new Set(query.mock.contexts as unknown as Client[])].filter(
    (client) => client.database === new URL(database.url).pathname.slice(1),
  );
  const texts = query.mock.calls.map(([first]) =>
    typeof first === 'string' ? first : (first as unknown as { text: string }).text,
  );
  query.mockRestore();
  end.mockRestore();
  const [settings, locks]: [unknown[], unknown[]] = [[], []];
  for (const client of clients) {
    const set = await client.query(
      "SELECT name, setting FROM pg_settings WHERE source = 'session' AND name <> 'client_encoding'",
    );
    const held = await client.query(
      "SELECT * FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    );
    settings.push(...set.rows);
    locks.push(...held.rows);
    await client.end();
  }
  expect(clients.length).toBeGreaterThan(0);
  return { texts, settings, locks };
}

test('migrating locks nothing beyond a transaction, and takes its turn all the same', async () => {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT pg_advisory_xact_lock(4242001)');
  let isDone = false;
  const after = sessionsAfter(() =>
    migrateDatabase({ url: database.url }).then(() => (isDone = true)),
  );
  const builder = new Client({ connectionString: database.url, statement_timeout: 20_000 });
  await builder.connect();
  await until(async () => {
    const { rows } = await builder.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'feature-flag-admin' AND query ~ 'advisory_xact_lock|COMMIT'`,
    );
    return rows.length > 0;
  });
  expect(isDone).toBe(false);
  // An index build waits for all transactions that have a snapshot.
  await builder.query('CREATE INDEX CONCURRENTLY of_the_test ON tag_type (description)');
  await builder.query('DROP INDEX of_the_test');
  await builder.end();
  expect(isDone).toBe(false);
  await holder.query('COMMIT');
  await holder.end();

  const { texts, settings, locks } = await after;
  expect(texts.join('\n')).toContain('pg_try_advisory_xact_lock');
  expect({ settings, locks }).toEqual({ settings: [], locks: [] });
});

test('telling other instances leaves no setting behind', async () => {
  const messages: string[] = [];
  const channel = new Channel({ url: database.url, ssl: false }, 'of_the_test', {
    onMessage: (message) => messages.push(message),
    connected: () => {},
  });
  const { settings } = await sessionsAfter(async () => {
    await channel.open();
    await channel.notify('something');
    await until(() => messages.length > 0);
  });
  await channel.close();

  expect(messages).toEqual(['something']);
  expect(settings).toEqual([]);
});

test('no statement of the service sets or locks anything for a whole session', () => {
  const files = ['src', 'migrations'].flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(dir, file)),
  );
  const lasting =
    /[`'"]SET (?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)|pg_(try_)?advisory_(un)?lock|set_config\([^()]*, false\)/;
  const found = files.filter((file) => lasting.test(readFileSync(file, 'utf8')));
  // Migrations lift the limits of their session only if PostgreSQL itself knows its number.
  expect(found).toEqual(['src/platform/database/time-limits.ts']);
  expect(sessionWithoutTimeLimits(1)).toContain('AND pg_backend_pid() = 1');
});

type Open = Client & { _queryable: boolean; _ending: boolean };

describe('sessions that keep no prepared statements, or have those of somebody else,', () => {
  let service: TestService;
  let feature: string;
  beforeAll(async () => {
    service = await TestService.start({ DATABASE_POOL_MAX: '3' });
    feature = await service.given.feature({ enabledIn: ['production'] });
  });
  // What the service has learned is not forgotten automatically.
  afterEach(() => {
    const { prepared } = service.service.app.get(Database);
    Object.assign(prepared, { areKept: true, areKeptInTransactions: true });
  });
  afterAll(() => service.stop());

  const remembered = (name: string): HttpCall =>
    service.api.post(FEATURES, { name }).set('Idempotency-Key', name).expect(201);
  const uses: [what: string, first: () => PromiseLike<unknown>][] = [
    ['by a switch', () => service.api.post(`${at(feature, 'production')}/on`).expect(200)],
    ['by a change', () => service.given.feature()],
    ['by a request that is one transaction', () => remembered(unique())],
  ];
  const use = async (first: () => PromiseLike<unknown>): Promise<void> => {
    await first();
    for (const [, other] of uses) await other();
    for (const way of ['off', 'on', 'off'])
      await service.api.post(`${at(feature, 'production')}/${way}`).expect(200);
    await service.api.get('/api/admin/search/features').expect(200);
    await service.api.get('/api/admin/search/events').expect(200);
  };
  /** The connections of the service, on which all statements are prepared afterwards. */
  const usedClients = async (): Promise<Set<Open>> => {
    const query = jest.spyOn(Client.prototype, 'query');
    for (let round = 0; round < 2; round++) for (const [, first] of uses) await use(first);
    const clients = new Set(query.mock.contexts as unknown as Open[]);
    query.mockRestore();
    return clients;
  };

  test.each(uses)('are noticed %s when they have forgotten a statement', async (_, first) => {
    for (const client of await usedClients())
      await client.query('DEALLOCATE ALL').catch((error: unknown) => {
        // A closed one has no statements, such as one that was idle or has cancelled something.
        if (client._queryable && !client._ending) throw error;
      });
    await use(first);
  });

  test.each(uses)('are noticed %s when they have a statement already', async (_, first) => {
    // Each client loses its prepared statements, and so prepares them once more.
    for (const client of await usedClients())
      (
        client as unknown as { connection: { parsedStatements: object } }
      ).connection.parsedStatements = {};
    await use(first);
  });
});

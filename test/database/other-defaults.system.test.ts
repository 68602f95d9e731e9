import { DataSource } from 'typeorm';
import { requireTables } from '../../admin/backup/require-schema.js';
import { Database } from '../../src/platform/database/database.js';
import { newDataSource } from '../../src/platform/database/data-source.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { migrateDatabase } from '../../src/platform/database/migrate.js';
import {
  poolWithin,
  UnsupportedServerError,
} from '../../src/platform/database/server-requirements.js';
import { at } from '../support/api.js';
import { createTestDatabase } from '../support/database.js';
import { createFreshDatabase, type FreshDatabase, onServer } from '../support/fresh-database.js';
import { TestService } from '../support/service.js';

/** Databases of servers whose defaults somebody has changed, for other services or by mistake. */
const nameOf = (url: string): string => new URL(url).pathname.slice(1);

function start(url: string, environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
  // Not through a pooler, whose sessions have their settings already.
  return TestService.on(url, async () => {}, { DATABASE_URL: url, ...environment });
}

const SETTINGS = {
  jit: 'on',
  default_transaction_isolation: 'repeatable read',
  DateStyle: 'German',
  standard_conforming_strings: 'off',
  TimeZone: 'Australia/Lord_Howe',
  bytea_output: 'escape',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '0',
  search_path: 'flags',
  idle_in_transaction_session_timeout: '250ms',
  lock_timeout: '1s',
};

describe('a database with other defaults, another schema, and pg_trgm out of reach', () => {
  let database: FreshDatabase;
  let service: TestService;

  beforeAll(async () => {
    database = await createFreshDatabase();
    const name = nameOf(database.url);
    await database.run(`
      CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere; CREATE SCHEMA flags;
      ${Object.entries(SETTINGS)
        .map(([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}';`)
        .join('\n')}`);
    service = await start(database.url);
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  test('its sessions have the settings that statements rely on', async () => {
    expect(await service.sqlInService('SHOW jit')).toEqual([{ jit: 'off' }]);
    expect(await service.sqlInService('SHOW transaction_isolation')).toEqual([
      { transaction_isolation: 'read committed' },
    ]);
    expect(await service.sqlInService('SHOW DateStyle')).toEqual([
      { DateStyle: expect.stringMatching(/^ISO,/) as string },
    ]);
    expect(await service.sqlInService('SHOW standard_conforming_strings')).toEqual([
      { standard_conforming_strings: 'on' },
    ]);
  });

  test('the service works in its schema', async () => {
    const tables = await database.run(
      `SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname IN ('public', 'flags')`,
    );
    expect(tables).toEqual([{ schemaname: 'flags' }]);

    const feature = await service.given.feature({ enabledIn: ['production'] });
    const { body: found } = await service.api
      .get(`/api/admin/search/features?query=${feature.toUpperCase()}`)
      .expect(200);
    expect(found).toMatchObject({ total: 1, features: [{ name: feature }] });
    const { body: events } = await service.api
      .get(`/api/admin/search/events?feature=IS:${feature}`)
      .expect(200);
    const { createdAt } = (events as { events: { createdAt: string }[] }).events[0]!;
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
    await service.api.get('/api/admin/instance-admin/statistics').expect(200);
    await service.api.post(`${at(feature, 'production')}/off`).expect(200);
  });

  test('simultaneous changes of the same thing get no serialization error', async () => {
    const feature = await service.given.feature();
    const changes = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? service.api.post(`${at(feature, 'production')}/${n % 4 === 0 ? 'on' : 'off'}`)
        : service.api.patch(at(feature), [
            { op: 'replace', path: '/description', value: `Change ${n}` },
          ]),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('transactions are READ COMMITTED even where a session has another default', async () => {
    const url = `${database.url}?options=-cdefault_transaction_isolation%3Dserializable`;
    const other = await start(url);
    try {
      const source = other.service.app.get(DataSource);
      const [row] = await source.transaction((manager) =>
        manager.query<object[]>('SHOW transaction_isolation'),
      );
      expect(row).toEqual({ transaction_isolation: 'read committed' });
    } finally {
      await other.stop();
    }
  });

  test('sessions of migrations have no time limits', async () => {
    const source = await newDataSource({ url: database.url, ssl: false, poolMax: 1 }).initialize();
    try {
      for (const limit of ['idle_in_transaction_session_timeout', 'lock_timeout'])
        expect(await source.query(`SHOW ${limit}`)).toEqual([{ [limit]: '0' }]);
    } finally {
      await source.destroy();
    }
  });

  test('a backup finds the tables in their schema', async () => {
    const tables = await inMaintenance({ url: database.url, ssl: false }, 'READ COMMITTED', (q) =>
      requireTables(q),
    );
    expect(tables).toContain('feature');
  });

  test('the index of the search is added once the extension can be created', async () => {
    const index = "SELECT indexname FROM pg_indexes WHERE indexname = 'feature_search_text'";
    expect(await database.run(index)).toEqual([]);
    await database.run('DROP EXTENSION pg_trgm');
    await migrateDatabase({ url: database.url });
    expect(await database.run(index)).toHaveLength(1);
  });
});

describe('a database that cannot be used is refused with advice', () => {
  const refused = async (options: string, prepare: (name: string) => string): Promise<string> => {
    const database = await createFreshDatabase(options);
    try {
      const preparation = prepare(nameOf(database.url));
      if (preparation) await database.run(preparation);
      await migrateDatabase({ url: database.url });
      return 'not refused';
    } catch (error) {
      expect(error).toBeInstanceOf(UnsupportedServerError);
      return (error as Error).message;
    } finally {
      await database.drop();
    }
  };

  test('because transactions are read-only', async () => {
    const message = await refused(
      '',
      (name) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    );
    expect(message).toContain('default_transaction_read_only is on for the role');
  });

  test('because no schema of the search path exists', async () => {
    const message = await refused('', (name) => `ALTER DATABASE ${name} SET search_path = missing`);
    expect(message).toContain('No schema of the search path (missing) of the role');
  });

  test('because its encoding has no room for every text', async () => {
    const message = await refused("ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'", () => '');
    expect(message).toContain('has the encoding SQL_ASCII');
  });

  test('because the role may not create tables', async () => {
    const [{ isSuperuser }] = (await onServer(
      process.env['TEST_SERVER_URL']!,
      `SELECT rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`,
    )) as [{ isSuperuser: boolean }];
    // A superuser may create everywhere.
    if (isSuperuser) return;
    const message = await refused(
      '',
      () => 'REVOKE CREATE ON SCHEMA public FROM PUBLIC, pg_database_owner',
    );
    expect(message).toMatch(/The role \w+ may not create tables in the schema public/);
  });
});

describe('a server with few connections', () => {
  test('gets a pool that it has room for', () => {
    expect(poolWithin(97, 16)).toBe(16);
    expect(poolWithin(18, 16)).toBe(16);
    expect(poolWithin(7, 16)).toBe(5);
    // A change that decides access needs a second one.
    expect(poolWithin(2, 16)).toBe(2);
  });

  test('serves everybody, one after the other', async () => {
    const database = await createTestDatabase();
    const name = nameOf(database.url);
    await onServer(process.env['TEST_SERVER_URL']!, `ALTER DATABASE ${name} CONNECTION LIMIT 6`);
    const service = await start(database.url, { DATABASE_POOL_MAX: '16' });
    try {
      const feature = await service.given.feature();
      const reads = Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? service.api.post(`${at(feature, 'production')}/on`)
          : service.api.get('/api/admin/projects'),
      );
      const statuses = (await Promise.all(reads)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(service.service.app.get(Database).load.total).toBeLessThanOrEqual(4);
    } finally {
      await service.stop();
      await database.drop();
    }
  });
});

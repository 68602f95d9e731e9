import { Client } from 'pg';
import { loadConfig } from '../../src/platform/config/load-config.js';
import {
  requireServer,
  UnsupportedServerError,
} from '../../src/platform/database/server-requirements.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { TestService } from '../support/service.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function start(environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
  // Direct, without a pooler.
  const direct = { DATABASE_URL: database.url };
  return TestService.on(database.url, async () => {}, { ...direct, ...environment });
}

/** Runs a statement on a session of its own. */
async function onServer(text: string): Promise<object[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

test('servers of another version than supported, and standbys, are refused', () => {
  for (const version of ['15.0', '15.14 (Debian 15.14-0+deb12u1)', '18.4', '19beta1'])
    expect(() => requireServer(version, false)).not.toThrow();
  for (const version of ['14.19', '9.6.24'])
    expect(() => requireServer(version, false)).toThrow(UnsupportedServerError);
  expect(() => requireServer('14.19', false)).toThrow(
    'PostgreSQL 14.19 is too old: version 15 or later is needed.',
  );
  expect(() => requireServer('18.4', true)).toThrow('standby');
});

test('no session of the service compiles statements, although the server would', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await onServer(`ALTER DATABASE ${name} SET jit = on`);
  const service = await start();
  try {
    expect(await service.sqlInService('SHOW jit')).toEqual([{ jit: 'off' }]);
    expect(await onServer('SHOW jit')).toEqual([{ jit: 'off' }]);
  } finally {
    await service.stop();
  }
});

test('statements are prepared unless a setting forbids it', async () => {
  const prepared = async (setting: string): Promise<number> => {
    const service = await start({
      DATABASE_PREPARED_STATEMENTS: setting,
      DATABASE_POOL_MAX: '1',
    });
    try {
      await service.api.get('/api/admin/projects').expect(200);
      return (await service.sqlInService('SELECT name FROM pg_prepared_statements')).length;
    } finally {
      await service.stop();
    }
  };
  expect(await prepared('auto')).toBeGreaterThan(0);
  expect(await prepared('true')).toBeGreaterThan(0);
  expect(await prepared('false')).toBe(0);
});

test('notifications use the direct address', async () => {
  const service = await start({
    DATABASE_URL_DIRECT: `${database.url}?application_name=direct`,
  });
  try {
    const sessions = await service.sql(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'direct'`,
    );
    expect(sessions).toHaveLength(1);
  } finally {
    await service.stop();
  }
});

test('a direct address needs an address, and has its form', () => {
  expect(() => loadConfig({ DATABASE_URL_DIRECT: 'postgres://me:it@db:5432/flags' })).toThrow(
    'DATABASE_URL_DIRECT must be unset without DATABASE_URL.',
  );
  expect(() =>
    loadConfig({ DATABASE_URL: 'postgres://me:it@db:5432/flags', DATABASE_URL_DIRECT: 'db:5432' }),
  ).toThrow('DATABASE_URL_DIRECT must be an address like');
});

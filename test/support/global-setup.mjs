import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from './compiled.mjs';
import { dropDatabases, newRunPrefix, startTestServer, withServer } from './test-server.mjs';

/** The partitions that the service makes when it starts, in 100 ms, unless they are there. */
const ADD_USAGE_DAYS = `
  SELECT add_usage_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 3) n`;

/**
 * Prepares a run: a server (TEST_DATABASE_URL, otherwise an embedded one) with one migrated
 * database, which test files clone.
 */
export default async function setUp({ collectCoverage }) {
  const compiled = await compile({ coverage: collectCoverage });
  const load = (path) => import(pathToFileURL(join(compiled, path)).href);
  const { EmbeddedPostgres } = await load('src/platform/database/embedded/embedded-postgres.js');
  const given = process.env.TEST_DATABASE_URL;
  const server = given
    ? { url: given, remove: async () => {} }
    : await startTestServer(EmbeddedPostgres);
  const runPrefix = newRunPrefix();

  globalThis.tearDownTests = async () => {
    if (given) await dropDatabases(given, runPrefix);
    await server.remove();
  };
  try {
    const { migrateDatabase } = await load('src/platform/database/migrate.js');
    process.env.TEST_TEMPLATE = await createTemplate(
      server.url,
      `${runPrefix}template`,
      migrateDatabase,
    );
  } catch (error) {
    await globalThis.tearDownTests(); // jest calls no teardown after a setup that failed
    throw error;
  }
  process.env.TEST_SERVER_URL = server.url;
  if (server.superuserUrl) process.env.TEST_SUPERUSER_URL = server.superuserUrl;
  process.env.TEST_COMPILED = compiled;
}

async function createTemplate(serverUrl, name, migrateDatabase) {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await withServer(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0`),
  );
  await migrateDatabase({ url: url.href });
  await withServer(url.href, (client) => client.query(ADD_USAGE_DAYS));
  // A database with an open session cannot be cloned, so new ones are refused.
  await withServer(serverUrl, (client) =>
    client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`),
  );
  return name;
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from './compiled.mjs';
import { createTemplate, dropDatabases, newRunPrefix, startTestServer } from './test-server.mjs';

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

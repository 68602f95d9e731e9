import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const ROOT = new URL('..', import.meta.url);
const OWN_FOLDER = fileURLToPath(new URL('data', import.meta.url));

/**
 * Path of a file of the compiled service.
 * @param {string} path
 */
export const compiledPath = (path) => fileURLToPath(new URL(`dist/${path}`, ROOT));

/**
 * A module of the compiled service, or `undefined` when there is none of that name.
 * @param {string} path
 */
export async function compiled(path) {
  const file = compiledPath(path);
  if (!existsSync(compiledPath('src/main.js')))
    throw new Error('The service has not been built: run `npm run build` first.');
  return existsSync(file) ? import(file) : undefined;
}

/**
 * The PostgreSQL server to measure on: the one of DATABASE_URL, otherwise an embedded one in
 * BENCH_DATABASE_DIR (default bench/data). Each size has its own database there; other databases
 * are not changed.
 * @typedef {{ urlOf: (database: string) => string, stop: () => Promise<void> }} Server
 */

/** @returns {Promise<Server>} */
export async function startServer() {
  const given = process.env.DATABASE_URL;
  if (given)
    return {
      urlOf: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
      stop: async () => {},
    };
  const { EmbeddedPostgres } = await compiled(
    'src/platform/database/embedded/embedded-postgres.js',
  );
  const embedded = await EmbeddedPostgres.start({
    dir: process.env.BENCH_DATABASE_DIR ?? OWN_FOLDER,
  });
  return { urlOf: (database) => embedded.urlOf(database), stop: () => embedded.stop() };
}

/**
 * Does something with one connection.
 * @template T
 * @param {string} url
 * @param {(client: pg.Client) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Settings of the server that affect the results. */
const SETTINGS = [
  'shared_buffers',
  'max_connections',
  'max_wal_size',
  'synchronous_commit',
  'fsync',
  'full_page_writes',
  'jit',
];

/**
 * The version and the settings of the server, as a line of text.
 * @param {Server} server
 */
export function serverLine(server) {
  return withClient(server.urlOf('postgres'), async (client) => {
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS version,
              (SELECT string_agg(name || '=' || current_setting(name), ', ' ORDER BY name)
                 FROM pg_settings WHERE name = ANY ($1)) AS settings`,
      [SETTINGS],
    );
    const where = process.env.DATABASE_URL ? 'of DATABASE_URL' : 'embedded';
    return `PostgreSQL ${rows[0].version} (${where}): ${rows[0].settings}`;
  });
}

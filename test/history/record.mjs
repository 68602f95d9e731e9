// Plays a scene against a version of the service, and records the rows and what was served. See
// README.md. node test/history/record.mjs --name 0.1.0 [--build FOLDER]
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { withClient } from '../../bench/server.mjs';
import { startServer } from '../live/instance.mjs';
import { ServiceProcess } from '../live/service-process.mjs';
import { play, Player } from './scene.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATABASE = 'feature_flag_history';
/** The token with which the test reads the history. */
const ADMIN_TOKEN = '*:*.admin-token-of-the-tests';

const { values: options } = parseArgs({
  options: { name: { type: 'string' }, build: { type: 'string', default: ROOT } },
});
if (!options.name) throw new Error('Give the version a name: --name 0.1.0');
const dist = path.join(path.resolve(options.build), 'dist');
const server = await startServer();
const url = server.urlOf(DATABASE);
try {
  await withClient(server.urlOf('postgres'), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  });
  const { migrateDatabase } = await import(
    pathToFileURL(path.join(dist, 'src/platform/database/migrate.js')).href
  );
  await migrateDatabase({ url });
  const moments = await withClient(url, playedOn);
  const recorded = await withClient(url, async (client) => ({
    migrations: await migrationsOf(client),
    moments,
    tables: await rowsOf(client),
  }));
  await writeFile(new URL(`recorded/${options.name}.json`, import.meta.url), text(recorded));
} finally {
  await server.stop();
}

/** @param {import('pg').Client} client */
async function playedOn(client) {
  const service = await ServiceProcess.start(url, {
    main: path.join(dist, 'src/main.js'),
    environment: {
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      ENCRYPTION_KEY: 'a-key-of-all-tests-that-name-no-other',
      NODE_ENV: 'development',
    },
  });
  try {
    const clock = async () => {
      const { rows } = await client.query(
        `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
      );
      return rows[0].now;
    };
    const player = new Player(service.url, ADMIN_TOKEN, clock);
    await play(player);
    return player.moments;
  } finally {
    await service.stop();
  }
}

/** @param {import('pg').Client} client */
async function migrationsOf(client) {
  const { rows } = await client.query('SELECT name FROM migration ORDER BY id');
  return rows.map(({ name }) => name);
}

/**
 * The rows of all tables that have some, without those of their partitions.
 * @param {import('pg').Client} client
 */
async function rowsOf(client) {
  const { rows: tables } = await client.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> ALL ('{migration,typeorm_metadata}')
      ORDER BY 1`,
  );
  const found = {};
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT to_json(t)::text AS row FROM "${name}" t`);
    if (rows.length > 0) found[name] = rows.map(({ row }) => JSON.parse(row));
  }
  return found;
}

/** One row or moment per line, so that differences can be read. */
function text({ migrations, moments, tables }) {
  const lines = (list) => `[\n${list.map((one) => JSON.stringify(one)).join(',\n')}\n]`;
  const parts = Object.entries(tables).map(([name, rows]) => `"${name}": ${lines(rows)}`);
  return `{
"migrations": ${JSON.stringify(migrations)},
"moments": ${lines(moments)},
"tables": {
${parts.join(',\n')}
}
}
`;
}

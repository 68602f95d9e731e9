import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../../bench/generator/fill.mjs';
import { compiled, withClient } from '../../bench/server.mjs';
import { SIZES } from '../../bench/sizes.mjs';

/**
 * Large enough to show times that grow with the number of rows, and generated in half a minute. All
 * features are in one project, since lists of a project's features have no pages.
 */
const MEDIUM = {
  name: 'medium',
  features: 2_000,
  users: 1_000,
  projects: 1,
  segments: 100,
  tags: 200,
  applications: 500,
  tokens: 50,
  events: 200_000,
  changeRequests: 2_000,
  schedules: 5_000,
  templates: 100,
  edges: 500,
};

const LARGE = { ...SIZES.large, projects: 1 };

/**
 * A generated instance on a server of its own, or on that of TEST_DATABASE_URL, whose user must be
 * allowed to create databases then.
 * @param {string} size
 * @returns {Promise<{ url: string, remove: () => Promise<void> }>}
 */
export async function generatedInstance(size) {
  if (!['empty', 'medium', 'large'].includes(size))
    throw new Error(`--size is empty, medium or large, not ${size}.`);
  const server = await startServer();
  const database = 'feature_flag_live';
  const url = server.urlOf(database);
  await withClient(server.urlOf('postgres'), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  });
  const { migrateDatabase } = await compiled('src/platform/database/migrate.js');
  await migrateDatabase({ url });
  if (size !== 'empty')
    await withClient(url, (client) =>
      fill(client, { medium: MEDIUM, large: LARGE }[size], () => {}),
    );
  return { url, remove: () => server.stop() };
}

/** The server of TEST_DATABASE_URL, or one of this run. */
export async function startServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given)
    return {
      urlOf: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
      stop: async () => {},
    };
  const { EmbeddedPostgres } = await compiled(
    'src/platform/database/embedded/embedded-postgres.js',
  );
  const dir = await mkdtemp(join(tmpdir(), 'feature-flag-live-'));
  const embedded = await EmbeddedPostgres.start({ dir, durable: false });
  const stop = async () => {
    await embedded.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { urlOf: (database) => embedded.urlOf(database), stop };
}

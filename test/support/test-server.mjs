import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const FOLDER_PREFIX = 'feature-flag-test-';
const DATABASE_PREFIX = 'feature_flag_test_';
/** No run takes longer; a database that old was left by a run that was killed. */
const RUN_LIMIT = 6 * 3600_000;

/** File system in memory on Linux. Containers often have only a small one. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 4 * 1024 ** 3;

/** A server for one run in a folder of its own, and how to be rid of both. */
export async function startTestServer(EmbeddedPostgres) {
  for (const folder of [tmpdir(), MEMORY]) await removeLeftBehind(EmbeddedPostgres, folder);
  const dir = await mkdtemp(join(await folderOfServers(), FOLDER_PREFIX));
  const postgres = await EmbeddedPostgres.start({ dir, durable: false });
  await shortenPassword(postgres.urlOf('postgres'));
  const remove = async () => {
    const alive = setInterval(() => {}, 1_000); // nothing else keeps Node from ending meanwhile
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
    clearInterval(alive);
  };
  return { url: postgres.urlOf('postgres'), remove };
}

/**
 * In memory, if there is enough of it: each clone of a database is 800 new files, for each of which
 * ext4 searches a free inode.
 */
async function folderOfServers() {
  const memory = await statfs(MEMORY).catch(() => undefined);
  const free = memory ? memory.bavail * memory.bsize : 0;
  return free >= MEMORY_NEEDED ? MEMORY : tmpdir();
}

/** Hashes the password once instead of 4,096 times, since each new connection hashes it again. */
function shortenPassword(url) {
  return withServer(url, async (client) => {
    const password = client.escapeLiteral(new URL(url).password);
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${password}`);
  });
}

/** What earlier runs left that were interrupted, when jest calls no teardown. */
async function removeLeftBehind(EmbeddedPostgres, folder) {
  for (const name of await readdir(folder).catch(() => [])) {
    const dir = join(folder, name);
    // A folder of another run that is only just being made has no owner yet.
    const isOurs =
      name.startsWith(FOLDER_PREFIX) && (await readdir(dir).catch(() => [])).includes('owners');
    if (isOurs && (await EmbeddedPostgres.stopLeftBehind(dir)))
      await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Names of this run's databases begin with this, so that they can be found, and told from those of
 * runs long ago.
 */
export function newRunPrefix() {
  return `${DATABASE_PREFIX}${Date.now()}_${process.pid}_`;
}

export async function withServer(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops the databases of this run, and of runs that never came to drop their own. */
export function dropDatabases(url, runPrefix) {
  return withServer(url, async (client) => {
    const { rows } = await client.query(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [DATABASE_PREFIX],
    );
    for (const { name } of rows) {
      const began = Number(name.slice(DATABASE_PREFIX.length).split('_')[0]);
      if (!name.startsWith(runPrefix) && !(Date.now() - began > RUN_LIMIT)) continue;
      await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
    }
  });
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const FOLDER_PREFIX = 'feature-flag-test-';
/** See src/platform/database/embedded/roles.ts. */
const SUPERUSER = 'cluster_superuser';
const DATABASE_PREFIX = 'feature_flag_test_';
/** The longest time of a run; an older database was left by a run that was killed. */
const RUN_LIMIT = 6 * 3600_000;

/** File system in memory on Linux. Containers often have only a small one. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 4 * 1024 ** 3;

/** The partitions that the service makes when it starts, in 100 ms, unless they are there. */
const ADD_USAGE_DAYS = `
  SELECT add_usage_day((now() AT TIME ZONE 'UTC')::date + n) FROM generate_series(-1, 3) n`;

/**
 * Starts a server for one run in a new folder. Returns its address, that of its superuser, and a
 * function that removes both.
 */
export async function startTestServer(EmbeddedPostgres) {
  for (const folder of [tmpdir(), MEMORY]) await removeLeftBehind(EmbeddedPostgres, folder);
  const dir = await mkdtemp(join(await folderOfServers(), FOLDER_PREFIX));
  const postgres = await EmbeddedPostgres.start({ dir, durable: false });
  await shortenPassword(postgres.urlOf('postgres'));
  const superuserUrl = await admitSuperuser(dir, postgres.urlOf('postgres'));
  const remove = async () => {
    const alive = setInterval(() => {}, 1_000); // keeps Node running meanwhile
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
    clearInterval(alive);
  };
  return { url: postgres.urlOf('postgres'), superuserUrl, remove };
}

/**
 * A folder in memory, if there is enough: each clone of a database creates 800 files, and creating
 * a file is slow on ext4.
 */
async function folderOfServers() {
  const memory = await statfs(MEMORY).catch(() => undefined);
  const free = memory ? memory.bavail * memory.bsize : 0;
  return free >= MEMORY_NEEDED ? MEMORY : tmpdir();
}

/**
 * Reduces the iterations of the password's hash from 4,096 to 1, since each new connection computes
 * it.
 */
function shortenPassword(url) {
  return withServer(url, async (client) => {
    const password = client.escapeLiteral(new URL(url).password);
    await client.query('SET scram_iterations = 1');
    await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${password}`);
  });
}

/**
 * Lets the superuser, which has no password, connect from this machine, so that databases can be
 * made resettable. @returns Its address.
 */
async function admitSuperuser(dir, url) {
  const data = join(dir, 'pgdata');
  const rules = join(data, 'pg_hba.conf');
  const rule = `host all ${SUPERUSER} 127.0.0.1/32 trust`;
  await writeFile(rules, `${rule}\n${await readFile(rules, 'utf8')}`);
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGHUP');
  const superuser = new URL(url);
  Object.assign(superuser, { username: SUPERUSER, password: '' });
  await retried(() => withServer(superuser.href, (client) => client.query('SELECT')));
  return superuser.href;
}

/** Until the server has read its rules. */
async function retried(work) {
  for (let left = 100; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(50);
    }
  }
}

/** Removes folders of interrupted runs, for which jest does not call the teardown. */
async function removeLeftBehind(EmbeddedPostgres, folder) {
  for (const name of await readdir(folder).catch(() => [])) {
    const dir = join(folder, name);
    // A folder that another run is just creating has no owner yet.
    const isOurs =
      name.startsWith(FOLDER_PREFIX) && (await readdir(dir).catch(() => [])).includes('owners');
    if (isOurs && (await EmbeddedPostgres.stopLeftBehind(dir)))
      await rm(dir, { recursive: true, force: true });
  }
}

/**
 * The prefix of the names of this run's databases, which also has the time, so that databases of
 * old runs can be found.
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

/**
 * Creates a migrated database, which can be cloned only.
 * @param migrateDatabase That of the service.
 * @returns Its name.
 */
export async function createTemplate(serverUrl, name, migrateDatabase) {
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

/** Clones a database that {@link createTemplate} has made. @returns The address of the clone. */
export async function cloneOf(template) {
  const url = new URL(template);
  const from = url.pathname.slice(1);
  const name = from.replace(/template$/, randomBytes(6).toString('hex'));
  url.pathname = '/postgres';
  await withServer(url.href, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`),
  );
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops the databases of this run, and of runs that were interrupted. */
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

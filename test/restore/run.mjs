// Makes a backup of a busy service, restores it into new clusters, and recovers it to a point in
// time. Needs PostgreSQL 15 or later with its client programs; see
// docs/operate/backup-and-restore.md.
import assert from 'node:assert/strict';
import { chmod, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fill } from '../../bench/generator/fill.mjs';
import { compiled, withClient } from '../../bench/server.mjs';
import { SIZES } from '../../bench/sizes.mjs';
import { Cluster, DATABASE, findPrograms, ROLE } from '../faults/postgres.mjs';
import { ServiceProcess } from '../live/service-process.mjs';
import { admin } from './command.mjs';
import { disturbBackups, disturbRestore, findChanges } from './disturbed.mjs';
import { recoverToPointInTime } from './point-in-time.mjs';
import {
  CLIENT_TOKEN,
  ENVIRONMENT,
  FEATURES,
  must,
  send,
  untilSealed,
  Writers,
} from './writers.mjs';

const PASSWORD = 'password-of-the-restored-database';
const EVENTS = 50_000;
/** The longest time of a switch while derived data is rebuilt, in milliseconds. */
const SWITCH_MS = 1_000;

const programs = await findPrograms();
process.env.PATH = `${programs}${delimiter}${process.env.PATH}`;
const dir = await mkdtemp(join(tmpdir(), 'feature-flag-restore-'));
await chmod(dir, 0o755);
/** @type {{ stop: () => Promise<unknown> }[]} */
const started = [];
const stop = async () => {
  for (const one of started.reverse()) await one.stop();
  await rm(dir, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stop().finally(() => process.exit(1)));
try {
  const folder = await backUpWhileItServes();
  await disturbRestore(folder, await newDatabase('disturbed'));
  const restored = await restoreIntoNewCluster(folder);
  await refuse(folder, restored);
  await findChanges(restored);
  await rebuildWhileItServes(restored);
  await recoverToPointInTime({ programs, dir, started });
  console.log('\nBackup, restore, rebuild, verify and recovery to a point in time: right.');
} finally {
  await stop();
}

/**
 * Creates a cluster with an empty database for the service.
 * @param {string} name
 */
async function newDatabase(name) {
  const cluster = await Cluster.create(programs, join(dir, name));
  started.push(cluster);
  await cluster.start();
  await cluster.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`, [], 'postgres');
  await cluster.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
  const url = `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${cluster.port}/${DATABASE}`;
  return { cluster, url };
}

/** @param {string} url */
async function startService(url) {
  const service = await ServiceProcess.start(url, { environment: ENVIRONMENT });
  started.push(service);
  return service;
}

/** @returns {Promise<string>} The folder of the backup. */
async function backUpWhileItServes() {
  const { cluster, url } = await newDatabase('original');
  const { migrateDatabase } = await compiled('src/platform/database/migrate.js');
  await migrateDatabase({ url });
  // Only a superuser may fill tables without their triggers.
  await cluster.query(`ALTER ROLE ${ROLE} SUPERUSER`);
  await withClient(url, (client) =>
    fill(client, { ...SIZES.small, features: 200, events: EVENTS }, () => {}),
  );
  await cluster.query(`ALTER ROLE ${ROLE} NOSUPERUSER`);
  const { rebuild } = await compiled('admin/backup/rebuild.js');
  await rebuild({ url, ssl: false });
  const service = await startService(url);
  await must(service.port, 'POST', '/api/admin/addons', {
    provider: 'webhook',
    enabled: false,
    parameters: { url: 'https://example.com/hook', authorization: 'kept encrypted' },
    events: ['feature-created'],
  });
  const writers = new Writers(service.port);
  await writers.prepare();
  writers.start();
  await untilSealed(cluster);
  const { code, output, exposed } = await admin(
    ['backup', join(dir, 'backups')],
    { DATABASE_URL: url },
    PASSWORD,
  );
  await writers.stop();
  show('backup, while the service switched', output);
  assert.equal(code, 0);
  assert.deepEqual(exposed, [], 'the password is on a command line');
  assert.ok(!output.includes(PASSWORD), 'the password is in the output');
  assert.deepEqual(writers.failures, []);
  console.log(`${writers.switches.length} switches meanwhile, the longest ${writers.longest()} ms`);
  await service.stop();
  await disturbBackups(url, dir);
  await cluster.stop();
  const [name] = await readdir(join(dir, 'backups'));
  return join(dir, 'backups', name);
}

/** @param {string} folder */
async function restoreIntoNewCluster(folder) {
  const { cluster, url } = await newDatabase('restored');
  const { code, output, exposed } = await admin(
    ['restore', folder],
    { DATABASE_URL: url },
    PASSWORD,
  );
  show('restore into a new cluster', output);
  assert.equal(code, 0);
  assert.deepEqual(exposed, [], 'the password is on a command line');
  assert.match(output, /Everything verifies\.\n$/);
  const service = await startService(url);
  const rows = await cluster.query(
    `SELECT e.feature_name AS name, e.enabled FROM feature_environment e
       JOIN feature f ON f.name = e.feature_name
      WHERE e.environment = 'production' AND f.archived_at IS NULL ORDER BY 1`,
  );
  const { features } = await must(
    service.port,
    'GET',
    '/api/client/features',
    undefined,
    CLIENT_TOKEN,
  );
  const served = new Map(features.map(({ name, enabled }) => [name, enabled]));
  assert.ok(rows.length > 100);
  for (const { name, enabled } of rows) assert.equal(served.get(name), enabled, name);
  const first = `${FEATURES}/switched-0/environments/production`;
  assert.equal((await send(service.port, 'POST', `${first}/on`)).status, 200);
  assert.equal((await send(service.port, 'POST', `${first}/off`)).status, 200);
  return { cluster, url, service };
}

/** Cases in which a restore must be refused. */
async function refuse(folder, { cluster, url }) {
  console.log('\n## refused');
  // The running service may still record that a token was used.
  const count = "SELECT count(*) AS n FROM event WHERE type <> 'api-token-used'";
  const rows = async () => (await cluster.query(count))[0].n;
  const before = await rows();
  const cases = [
    ['into a database with data', (copy) => copy, url, 2, /is not empty/],
    ['with a shortened dump', (copy) => truncate(join(copy, 'flags.dump'), 1000), url, 2, /bytes/],
    ['with a changed dump', flipByte, url, 2, /changed or damaged/],
    ['of a newer version', addMigration, url, 2, /does not know: FromTheFuture/],
    ['without a manifest', (copy) => rm(join(copy, 'manifest.json')), url, 2, /not a complete/],
  ];
  for (const [name, change, target, expected, reason] of cases) {
    const copy = await mkdtemp(join(dir, 'copy-'));
    await cp(folder, copy, { recursive: true });
    await change(copy);
    const { code, output } = await admin(['restore', copy], { DATABASE_URL: target });
    console.log(`${name}: ${output.trim().split('\n').at(-1)}`);
    assert.equal(code, expected, output);
    assert.match(output, reason);
  }
  assert.equal(await rows(), before);
  const lost = await admin(['verify'], {
    DATABASE_URL: url,
    ENCRYPTION_KEY: 'another key, which decrypts nothing at all',
  });
  assert.equal(lost.code, 1);
  assert.match(lost.output, /cannot be decrypted with ENCRYPTION_KEY/);
  const none = await admin(['backup', join(dir, 'none')], { DATABASE_URL: url, PATH: '/nowhere' });
  console.log(`without pg_dump: ${none.output.trim()}`);
  assert.equal(none.code, 2);
  assert.match(none.output, /pg_dump was not found.*postgresql-client-\d+/);
}

/** @param {string} copy */
async function flipByte(copy) {
  const file = join(copy, 'flags.dump');
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(file, bytes);
}

/** @param {string} copy */
async function addMigration(copy) {
  const file = join(copy, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  manifest.migrations.push('FromTheFuture9999999999999');
  await writeFile(file, JSON.stringify(manifest));
}

/** Damages counts, expects that to be found, and rebuilds them while features are switched. */
async function rebuildWhileItServes({ cluster, url, service }) {
  await cluster.query(`
    UPDATE event_type_tally SET events = events + 5;
    DELETE FROM event_project_tally;
    UPDATE feature_environment SET strategy_count = strategy_count + 1`);
  const damaged = await admin(['verify'], { DATABASE_URL: url });
  assert.equal(damaged.code, 1, damaged.output);
  assert.match(damaged.output, /event_type_tally: wrong in \d+ places/);
  const writers = new Writers(service.port);
  writers.start();
  const began = performance.now();
  const rebuilt = await admin(['rebuild'], { DATABASE_URL: url });
  const ended = performance.now();
  await writers.stop();
  show('rebuild, while the service switched', rebuilt.output.replace(/^ {2}.*\n/gm, ''));
  assert.equal(rebuilt.code, 0);
  assert.deepEqual(writers.failures, []);
  const longest = writers.longest(began, ended);
  console.log(`${Math.round(ended - began)} ms; the longest switch meanwhile took ${longest} ms`);
  assert.ok(longest < SWITCH_MS);
  const verified = await admin(['verify'], { DATABASE_URL: url });
  show('verify', verified.output);
  assert.equal(verified.code, 0);
  await service.stop();
}

/** @param {string} title @param {string} output */
function show(title, output) {
  console.log(`\n## ${title}\n${output.trimEnd()}`);
}

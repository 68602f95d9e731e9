import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, writeFile, chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, DATABASE, ROLE } from '../faults/postgres.mjs';
import { freePort } from '../../bench/service.mjs';
import { ServiceProcess } from '../live/service-process.mjs';
import { admin } from './command.mjs';
import { ENVIRONMENT, FEATURES, must, send, untilSealed, Writers } from './writers.mjs';

/** Milliseconds between the target time and the changes before and after it. */
const APART_MS = 1_500;

/**
 * Recovers a cluster to the moment before a mistake, from a base backup and archived WAL, as
 * docs/operate/backup-and-restore.md describes it.
 * @param {{ programs: string, dir: string, started: { stop: () => Promise<unknown> }[] }} scene
 */
export async function recoverToPointInTime({ programs, dir, started }) {
  console.log('\n## recovery to a point in time');
  const archive = join(dir, 'archive');
  const cluster = await Cluster.create(programs, join(dir, 'archived'));
  started.push(cluster);
  await makeFolderLike(cluster.dir, archive);
  await appendFile(
    join(cluster.dir, 'postgresql.auto.conf'),
    [
      'archive_mode = on',
      `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
      '',
    ].join('\n'),
  );
  await cluster.start();
  await cluster.query(`CREATE ROLE ${ROLE} LOGIN`, [], 'postgres');
  await cluster.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
  const url = cluster.url({ database: DATABASE, role: ROLE });
  const service = await ServiceProcess.start(url, { environment: ENVIRONMENT });
  started.push(service);
  const writers = new Writers(service.port);
  await writers.prepare();
  await must(service.port, 'POST', FEATURES, { name: 'kept' });
  writers.start();
  await untilSealed(cluster);

  const recovered = await baseBackup(cluster, join(dir, 'recovered'));
  started.push(recovered);
  await must(service.port, 'POST', `${FEATURES}/kept/environments/production/on`);
  await sleep(APART_MS);
  const [{ target }] = await cluster.query('SELECT clock_timestamp()::text AS target');
  await sleep(APART_MS);
  await must(service.port, 'POST', `${FEATURES}/kept/environments/production/off`);
  await must(service.port, 'DELETE', `${FEATURES}/switched-0`);
  await must(service.port, 'DELETE', '/api/admin/archive/switched-0');
  await writers.stop();
  const [{ events }] = await cluster.query('SELECT count(*)::int AS events FROM event');
  await service.stop();
  await archiveRest(cluster, archive);
  await cluster.stop();

  await appendFile(
    join(recovered.dir, 'postgresql.auto.conf'),
    [
      `port = ${recovered.port}`,
      'archive_mode = off',
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${target}'`,
      "recovery_target_action = 'promote'",
      '',
    ].join('\n'),
  );
  await writeFile(join(recovered.dir, 'recovery.signal'), '');
  await ownLike(recovered.dir, join(recovered.dir, 'recovery.signal'));
  await recovered.start();
  await untilPromoted(recovered);
  await check(recovered, { target, events, started });
}

/** @param {Cluster} recovered */
async function check(recovered, { target, events, started }) {
  const [{ later, kept }] = await recovered.query(
    `SELECT count(*) FILTER (WHERE created_at > $1::timestamptz)::int AS later,
            count(*)::int AS kept FROM event`,
    [target],
  );
  console.log(`target ${target}: ${kept} of ${events} events are there, ${later} later ones`);
  assert.equal(later, 0);
  assert.ok(kept > 0 && kept < events);
  const url = recovered.url({ database: DATABASE, role: ROLE });
  const verified = await admin(['verify'], { DATABASE_URL: url });
  console.log(verified.output.trimEnd());
  assert.equal(verified.code, 0);
  const service = await ServiceProcess.start(url, { environment: ENVIRONMENT });
  started.push(service);
  const stateOf = (name) => send(service.port, 'GET', `${FEATURES}/${name}`);
  const { environments } = (await stateOf('kept')).body;
  assert.equal(environments.find(({ name }) => name === 'production').enabled, true);
  assert.equal((await stateOf('switched-0')).status, 200);
  console.log('the switch after the target time is gone, and the deleted feature is back');
  const writers = new Writers(service.port);
  writers.start();
  await sleep(APART_MS);
  await writers.stop();
  assert.deepEqual(writers.failures, []);
  await service.stop();
  assert.equal((await admin(['verify'], { DATABASE_URL: url })).code, 0);
}

/**
 * Copies the running cluster.
 * @param {Cluster} cluster
 * @param {string} dir
 */
async function baseBackup(cluster, dir) {
  const copy = new Cluster(cluster.programs, dir, await freePort());
  await makeFolderLike(cluster.dir, dir);
  const source = `host=127.0.0.1 port=${cluster.port} user=postgres`;
  await cluster.run('pg_basebackup', ['-D', dir, '-X', 'none', '-c', 'fast', '-d', source]);
  return copy;
}

/** Creates a folder that belongs to the account that PostgreSQL runs as. */
async function makeFolderLike(model, dir) {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { mode: 0o700 });
  await ownLike(model, dir);
}

async function ownLike(model, file) {
  const { uid, gid } = await stat(model);
  await chown(file, uid, gid);
}

/** Ends the present WAL segment and waits until it is archived. */
async function archiveRest(cluster, archive) {
  const [{ name }] = await cluster.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
  await cluster.query('SELECT pg_switch_wal()');
  for (let left = 300; left > 0; left--) {
    if ((await readdir(archive)).includes(name)) return;
    await sleep(100);
  }
  throw new Error(`${name} was not archived:\n${cluster.log}`);
}

async function untilPromoted(cluster) {
  for (let left = 300; left > 0; left--) {
    const [{ standby }] = await cluster.query('SELECT pg_is_in_recovery() AS standby');
    if (!standby) return;
    await sleep(100);
  }
  throw new Error(`The recovery did not end:\n${cluster.log}`);
}

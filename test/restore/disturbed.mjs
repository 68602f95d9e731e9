import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiled } from '../../bench/server.mjs';
import { DATABASE, ROLE } from '../faults/postgres.mjs';
import { admin } from './command.mjs';

const FULL_DISK_BYTES = 64 * 1024;
const CHANGED = "a feature's event, changed by somebody with access to the database";

/**
 * Makes two backups at the same time, and one on a full disk: nothing of one is in another, and
 * nothing is left behind.
 * @param {string} url
 * @param {string} dir
 */
export async function disturbBackups(url, dir) {
  console.log('\n## backups that disturb each other');
  const full = await admin(['backup', join(dir, 'full')], {
    DATABASE_URL: url,
    FILE_BYTES: String(FULL_DISK_BYTES),
  });
  console.log(`on a full disk: ${full.output.trim()}`);
  assert.equal(full.code, 2);
  assert.deepEqual(await readdir(join(dir, 'full')), []);

  const parent = join(dir, 'at-once');
  const both = await Promise.all(
    [0, 1].map(() => admin(['backup', parent], { DATABASE_URL: url })),
  );
  for (const { code, output } of both) assert.equal(code, 0, output);
  const folders = await readdir(parent);
  assert.equal(folders.length, 2);
  for (const folder of folders) {
    const file = join(parent, folder, 'flags.dump');
    const manifest = JSON.parse(await readFile(join(parent, folder, 'manifest.json'), 'utf8'));
    const { size, mode } = await stat(file);
    assert.equal(size, manifest.dump.bytes);
    assert.equal(mode & 0o777, 0o600);
  }
  console.log('two at once: both complete, readable by their owner only');
}

/**
 * A restore that is stopped changes nothing, and of two at the same time one succeeds completely.
 * @param {string} folder
 * @param {{ cluster: import('../faults/postgres.mjs').Cluster, url: string }} database Contains the
 * backup in the end.
 */
export async function disturbRestore(folder, { cluster, url }) {
  console.log('\n## restores that are disturbed');
  const ending = new AbortController();
  const ended = admin(['restore', folder], { DATABASE_URL: url }, undefined, ending.signal);
  await untilRestoring(cluster);
  ending.abort();
  assert.notEqual((await ended).code, 0);
  await untilAlone(cluster);
  const [{ tables }] = await cluster.query(
    `SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relname <> 'unfinished_restore'`,
  );
  assert.equal(tables, 0);
  console.log('ended while it restores: the database is empty');

  await killRestore(folder, { cluster, url });

  const both = await Promise.all(
    [0, 1].map(() => admin(['restore', folder], { DATABASE_URL: url })),
  );
  assert.deepEqual(both.map(({ code }) => code).sort(), [0, 2], both[0].output + both[1].output);
  const refused = both
    .find(({ code }) => code === 2)
    .output.trim()
    .split('\n');
  console.log(`two at once: one is complete, the other says: ${refused.slice(0, 3).join(' ')}`);
}

/**
 * A killed restore leaves a running pg_restore, and then a database that the service refuses to
 * use.
 * @param {string} folder
 * @param {{ cluster: import('../faults/postgres.mjs').Cluster, url: string }} database Is empty in
 * the end.
 */
async function killRestore(folder, { cluster, url }) {
  const killing = new AbortController();
  const environment = { DATABASE_URL: url };
  const killed = admin(['restore', folder], environment, undefined, killing.signal, 'SIGKILL');
  await untilRestoring(cluster);
  killing.abort();
  await killed;
  const { migrateDatabase } = await compiled('src/platform/database/migrate.js');
  const refused = async (reason) => {
    await assert.rejects(migrateDatabase({ url }), /restore .* is not complete/);
    const { code, output } = await admin(['restore', folder], environment);
    assert.equal(code, 2);
    assert.match(output, reason);
    return output.trim().split('\n').at(-1);
  };
  const atOnce = await refused(/is still restoring|is not empty\. A restore /);
  console.log(`killed while it restores, and repeated at once: ${atOnce}`);
  await untilAlone(cluster);
  const later = await refused(/is not empty\. A restore .* is not complete/);
  console.log(`when its pg_restore has ended: ${later}`);
  await cluster.query(`DROP DATABASE ${DATABASE}`, [], 'postgres');
  await cluster.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
}

/**
 * Changes in the database outside of the service are found.
 * @param {{ cluster: import('../faults/postgres.mjs').Cluster, url: string }} database
 */
export async function findChanges({ cluster, url }) {
  const [{ id, before }] = await cluster.query(
    `SELECT id, created_by AS before FROM event
      WHERE id = (SELECT lowest_event_id FROM event_seal ORDER BY id LIMIT 1)`,
  );
  await cluster.query('UPDATE event SET created_by = $2 WHERE id = $1', [id, CHANGED]);
  const { code, output } = await admin(['verify'], { DATABASE_URL: url });
  await cluster.query('UPDATE event SET created_by = $2 WHERE id = $1', [id, before]);
  console.log(`a changed event:\n${output.replace(/^right.*\n( .*\n)*/gm, '').trimEnd()}`);
  assert.equal(code, 1);
  assert.match(output, /WRONG {2}Audit log/);
}

/** Waits until pg_restore is running. */
async function untilRestoring(cluster) {
  for (let left = 3_000; left > 0; left--) {
    if ((await restoring(cluster)) > 0) return;
    await sleep(10);
  }
  throw new Error('Nothing is being restored.');
}

async function untilAlone(cluster) {
  for (let left = 3_000; left > 0; left--) {
    if ((await restoring(cluster)) === 0) return;
    await sleep(10);
  }
  throw new Error('pg_restore goes on.');
}

async function restoring(cluster) {
  const [{ sessions }] = await cluster.query(
    `SELECT count(*)::int AS sessions FROM pg_stat_activity
      WHERE application_name = 'feature-flag-admin backup'`,
  );
  return sessions;
}

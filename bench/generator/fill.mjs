import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledPath } from '../server.mjs';
import { events } from './events.mjs';
import { belongings, features, places } from './features.mjs';
import { people } from './people.mjs';
import { planned } from './planned.mjs';
import { unchecked } from './unchecked.mjs';
import { usage } from './usage.mjs';

/** @param {import('../sizes.mjs').Size} size */
const stepsOf = (size) =>
  [people, places, features, belongings, planned, events, usage].flatMap((part) => part(size));

/**
 * A hash of everything that the generated rows depend on: size, generator and migrations.
 * @param {import('../sizes.mjs').Size} size
 */
export function fingerprint(size) {
  const hash = createHash('sha256').update(JSON.stringify(stepsOf(size)));
  const folder = compiledPath('migrations');
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.js')) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Fills a database that has been migrated and holds nothing else yet. The rows are the same each
 * time, but for their dates, which end now.
 * @param {import('pg').Client} client
 * @param {import('../sizes.mjs').Size} size
 * @param {(line: string) => void} print
 */
export async function fill(client, size, print) {
  await client.query('BEGIN');
  await client.query("SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL work_mem = '256MB'");
  await client.query('SELECT setseed(0.42)');
  // Triggers do not run, so the steps set the counts themselves.
  await unchecked(client, async () => {
    for (const step of stepsOf(size)) {
      const began = Date.now();
      const rows = await run(client, step);
      print(
        `  ${step.table.padEnd(28)} ${rows.toLocaleString('en').padStart(11)} rows ${seconds(began)}`,
      );
    }
  });
  await client.query('COMMIT');
  const began = Date.now();
  await client.query('SELECT advance_event_tally()');
  await client.query('VACUUM (FREEZE, ANALYZE)');
  await checkpoint(client);
  print(`  ${'tally of events, VACUUM ANALYZE'.padEnd(45)} ${seconds(began)}`);
}

/**
 * Makes a checkpoint, so that none happens during the next measurement. Without the right to do so
 * it leaves that to the server.
 * @param {import('pg').Client} client
 */
async function checkpoint(client) {
  const INSUFFICIENT_PRIVILEGE = '42501';
  await client.query('CHECKPOINT').catch((error) => {
    if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  });
}

/** @param {number} began */
const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s`;

/** @param {import('pg').Client} client @param {import('./sql.mjs').Step} step */
async function run(client, { table, sql, withoutIndexes }) {
  const indexes = withoutIndexes ? await droppedIndexes(client, table) : [];
  const { rowCount } = await client.query(sql);
  for (const definition of indexes) await client.query(definition);
  return rowCount ?? 0;
}

/**
 * Drops the indexes that no constraint needs.
 * @returns How to make them again.
 */
async function droppedIndexes(client, table) {
  const { rows } = await client.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  // Also on the partitions of a partitioned table.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

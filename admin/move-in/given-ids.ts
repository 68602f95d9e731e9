import type { MaintenanceQuery } from '../../src/platform/database/maintenance.js';
import type { Statement } from '../../src/platform/database/statement.js';
import { NEXT_IDS, RESERVE_IDS } from './target/move-in.sql.js';
import type { RowsJson, Written } from './target/rows-json.js';

/** A row that can have an id already. */
export interface WithId {
  id?: number;
}

/**
 * Gives ids to rows of a table with numbers as ids: the one they had, unless it is taken here, so
 * that addresses and scripts that contain it stay valid.
 */
export async function givenIds<Row extends WithId>(
  query: MaintenanceQuery,
  table: string,
  taken: Statement<[ids: readonly number[]], { id: number }>,
  rows: readonly Row[],
): Promise<(Row & { id: number })[]> {
  const wanted = rows.flatMap(({ id }) => id ?? []);
  const last = wanted.reduce((most, id) => Math.max(most, id), 0);
  if (wanted.length > 0) await query(RESERVE_IDS, [table, last]);
  const used = new Set((await query(taken, [wanted])).map(({ id }) => id));
  const without = rows.filter(({ id }) => id === undefined || used.has(id)).length;
  const fresh = without > 0 ? await query(NEXT_IDS, [table, without]) : [];
  return rows.map((row) => {
    const { id } = row;
    return { ...row, id: id === undefined || used.has(id) ? fresh.shift()!.id : id };
  });
}

/** A table with numbers as ids and unique names. */
export interface NumberedTable {
  name: string;
  taken: Statement<[ids: readonly number[]], { id: number }>;
  /** Inserts rows whose names do not exist, and returns the names. */
  insert: Statement<RowsJson, Written>;
}

/**
 * Writes rows of such a table.
 * @returns All rows with their ids, and the ids by name of those that did not exist.
 */
export async function writeNumbered<Row extends WithId & { name: string }>(
  query: MaintenanceQuery,
  { name, taken, insert }: NumberedTable,
  rows: readonly Row[],
): Promise<{ given: (Row & { id: number })[]; written: Map<string, string> }> {
  const given = await givenIds(query, name, taken, rows);
  const inserted = new Set((await query(insert, [JSON.stringify(given)])).map(({ key }) => key));
  const written = given.filter((row) => inserted.has(row.name));
  return { given, written: new Map(written.map((row) => [row.name, String(row.id)])) };
}

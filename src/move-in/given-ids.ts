import type { MaintenanceQuery } from '../database/maintenance.js';
import type { Statement } from '../database/statement.js';
import { NEXT_IDS, RESERVE_IDS } from './target/move-in.sql.js';

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

/** The ids by name of the rows that were inserted, of those with given ids. */
export async function writtenIds(
  inserting: Promise<{ key: string }[]>,
  rows: readonly { id: number; name: string }[],
): Promise<Map<string, string>> {
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  return new Map((await inserting).map(({ key }) => [key, String(ids.get(key))]));
}

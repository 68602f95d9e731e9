import type { MaintenanceQuery } from '../database/maintenance.js';
import type { Statement } from '../database/statement.js';
import { NEXT_IDS, RESERVE_IDS } from './target/move-in.sql.js';

/**
 * Gives ids to rows of a table with numbers as ids: the one they had, unless it is taken here, so
 * that addresses and scripts that contain it stay valid.
 */
export async function givenIds(
  query: MaintenanceQuery,
  table: string,
  taken: Statement<[ids: readonly number[]], { id: number }>,
  rows: readonly object[],
): Promise<(object & { id: number })[]> {
  const wanted = rows.flatMap((row) => idOf(row) ?? []);
  if (wanted.length > 0) await query(RESERVE_IDS, [table, Math.max(...wanted)]);
  const used = new Set((await query(taken, [wanted])).map(({ id }) => id));
  const without = rows.filter((row) => idOf(row) === undefined || used.has(idOf(row)!)).length;
  const fresh = without > 0 ? await query(NEXT_IDS, [table, without]) : [];
  return rows.map((row) => {
    const id = idOf(row);
    return { ...row, id: id === undefined || used.has(id) ? fresh.shift()!.id : id };
  });
}

const idOf = (row: object): number | undefined => (row as { id?: number }).id;

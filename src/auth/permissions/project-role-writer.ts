import type { Tx } from '../../event/tx.js';

/** The assignment of a role in a project. */
export interface RoleAssignment {
  kind: 'user' | 'group';
  /** Id of the user, service account or group. */
  id: number;
  role: number;
}

const TABLES = {
  user: ['project_user_role', 'user_id'],
  group: ['project_group_role', 'group_id'],
} as const;

/** Inserts and deletes role assignments. */
export async function writeHoldings(
  project: string,
  added: readonly RoleAssignment[],
  removed: readonly RoleAssignment[],
  tx: Tx,
): Promise<void> {
  for (const kind of ['user', 'group'] as const) {
    const [table, column] = TABLES[kind];
    const rows = (list: readonly RoleAssignment[]): string =>
      JSON.stringify(list.filter((one) => one.kind === kind));
    const given = '(SELECT * FROM jsonb_to_recordset($2::jsonb) AS x(id integer, role integer)) x';
    await tx.query(
      `DELETE FROM ${table} h USING ${given} WHERE h.project = $1 AND h.${column} = x.id AND h.role_id = x.role`,
      [project, rows(removed)],
    );
    await tx.query(
      `INSERT INTO ${table} (project, ${column}, role_id) SELECT $1, x.id, x.role FROM ${given}`,
      [project, rows(added)],
    );
  }
}

/** Removes all project roles of a user. */
export async function removeProjectRoles(userId: number, tx: Tx): Promise<void> {
  await tx.query('DELETE FROM project_user_role WHERE user_id = $1', [userId]);
}

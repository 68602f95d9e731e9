import type { Tx } from '../../event/tx.js';
import { holdProject } from '../../project/project-lock.js';
import type { RoleAssignment } from '../../auth/permissions/project-role-writer.js';
import { OWNER_ROLE } from '../../auth/permissions/role-permissions.js';

const READ = /* sql */ `
  SELECT 'user' AS kind, user_id AS id, role_id AS role FROM project_user_role WHERE project = $1
  UNION ALL SELECT 'group', group_id, role_id FROM project_group_role WHERE project = $1 ORDER BY role, kind, id`;

/**
 * Locks a live project, so that changes of its access come one after another, and reads who has
 * which role. @throws NotFoundError
 */
export async function lockHoldings(project: string, tx: Tx): Promise<RoleAssignment[]> {
  await holdProject(tx, project, 'update');
  return tx.query<RoleAssignment>(READ, [project]);
}

/** Each with each: what it means to give roles to users and groups. */
export function holdingsOf(
  roles: readonly number[],
  users: readonly number[],
  groups: readonly number[],
): RoleAssignment[] {
  return roles.flatMap((role) => [
    ...users.map((id) => ({ kind: 'user' as const, id, role })),
    ...groups.map((id) => ({ kind: 'group' as const, id, role })),
  ]);
}

/** Those of a list that are not in another. */
export function withoutAssignments(
  list: readonly RoleAssignment[],
  others: readonly RoleAssignment[],
): RoleAssignment[] {
  const known = new Set(others.map(keyOf));
  return list.filter((one) => !known.has(keyOf(one)));
}

/** Each once. */
export function distinctAssignments(list: readonly RoleAssignment[]): RoleAssignment[] {
  return [...new Map(list.map((one) => [keyOf(one), one])).values()];
}

/** Whether somebody owns the project, be it a group. */
export const isOwned = (list: readonly RoleAssignment[]): boolean =>
  list.some(({ role }) => role === OWNER_ROLE);

/** The roles that one of them has, in order. */
export const rolesOf = (
  list: readonly RoleAssignment[],
  kind: RoleAssignment['kind'],
  id: number,
): number[] =>
  list.flatMap((one) => (one.kind === kind && one.id === id ? one.role : [])).sort((a, b) => a - b);

const keyOf = ({ kind, id, role }: RoleAssignment): string => `${kind} ${id} ${role}`;

/** Who has which role, as events tell it. */
export function byRole(list: readonly RoleAssignment[]): {
  roles: { id: number; users: number[]; groups: number[] }[];
} {
  const roles = new Map<number, { id: number; users: number[]; groups: number[] }>();
  for (const { kind, id, role } of list) {
    const holders = roles.get(role) ?? { id: role, users: [], groups: [] };
    roles.set(role, holders);
    (kind === 'user' ? holders.users : holders.groups).push(id);
  }
  const ascending = (a: number, b: number): number => a - b;
  for (const { users, groups } of roles.values())
    [users, groups].forEach((ids) => ids.sort(ascending));
  return { roles: [...roles.values()].sort((a, b) => a.id - b.id) };
}

import type { Tx } from '../../core/event/tx.js';
import { lockLiveProject } from '../../core/event/live-project.js';
import type { RoleAssignment } from '../../core/auth/permissions/project-roles.js';
import { OWNER_ROLE } from '../../core/auth/permissions/role-permissions.js';
import { READ_ASSIGNMENTS } from './project-access.sql.js';

/**
 * Locks a live project, which serialises changes of its access, and reads its assignments.
 * @throws NotFoundError when it does not exist.
 */
export async function lockRoleAssignments(project: string, tx: Tx): Promise<RoleAssignment[]> {
  await lockLiveProject(tx, project, 'update');
  return tx.query(READ_ASSIGNMENTS, [project]);
}

/** Every combination of roles with users and groups. */
export function roleAssignmentsOf(
  roles: readonly number[],
  users: readonly number[],
  groups: readonly number[],
): RoleAssignment[] {
  return roles.flatMap((role) => [
    ...users.map((id) => ({ kind: 'user' as const, id, role })),
    ...groups.map((id) => ({ kind: 'group' as const, id, role })),
  ]);
}

/** The assignments that are not in another list. */
export function withoutAssignments(
  list: readonly RoleAssignment[],
  others: readonly RoleAssignment[],
): RoleAssignment[] {
  const known = new Set(others.map(keyOf));
  return list.filter((one) => !known.has(keyOf(one)));
}

/** The assignments without duplicates. */
export function distinctAssignments(list: readonly RoleAssignment[]): RoleAssignment[] {
  return [...new Map(list.map((one) => [keyOf(one), one])).values()];
}

/** Whether a user or group owns the project. */
export const isOwned = (list: readonly RoleAssignment[]): boolean =>
  list.some(({ role }) => role === OWNER_ROLE);

/** The sorted role ids of one user or group. */
export const rolesOf = (
  list: readonly RoleAssignment[],
  kind: RoleAssignment['kind'],
  id: number,
): number[] =>
  list.flatMap((one) => (one.kind === kind && one.id === id ? one.role : [])).sort((a, b) => a - b);

const keyOf = ({ kind, id, role }: RoleAssignment): string => `${kind} ${id} ${role}`;

/** Assignments by role, as in events. */
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

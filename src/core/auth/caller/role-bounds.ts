import type { Tx } from '../../event/tx.js';
import { InvalidOperationError } from '../../../platform/errors/general.errors.js';
import type { RolePermission } from '../../../platform/http/permission.js';
import type { Caller } from './caller.js';
import { EVERY_ENVIRONMENT, type PermissionPlace } from '../permissions/access.js';
import { BUILT_IN_ROLES } from '../permissions/role-permissions.js';
import { READ_BOUNDS } from '../permissions/role.sql.js';

/** A permission that a role grants, in one environment or in all (null). */
export interface RoleGrant {
  permission: RolePermission;
  environment: string | null;
}

/** A role with the permissions it grants. */
export interface GrantingRole {
  id: number;
  name: string;
  type: 'root' | 'root-custom' | 'project' | 'custom';
  description: string;
  grants: RoleGrant[];
}

/**
 * Reads roles and locks them until the transaction ends. `share` still allows others to assign
 * them; `update` excludes everything. Unknown roles are omitted.
 */
export async function lockRoles(
  ids: readonly number[],
  mode: 'share' | 'update',
  tx: Tx,
): Promise<GrantingRole[]> {
  // A separate statement: within one statement, the permissions would be read from before the wait
  // for the lock.
  await tx.lock({ roles: mode === 'share' ? { share: ids } : { update: ids } });
  const roles = await tx.query(READ_BOUNDS, [ids]);
  return roles.map((role) => ({ ...role, grants: grantsOf(role) }));
}

/** All permissions that a role grants. Those of built-in roles are defined in code. */
export function grantsOf({ id, grants }: Pick<GrantingRole, 'id' | 'grants'>): RoleGrant[] {
  return BUILT_IN_ROLES.get(id)?.map((permission) => ({ permission, environment: null })) ?? grants;
}

/**
 * Checks that the actor has all permissions that a role grants, so that nobody can gain permissions
 * by assigning or changing roles. Roles that the actor has for a time only do not count. Without a
 * project, having them in some project is enough.
 * @throws InvalidOperationError when one is missing.
 */
export function requireWithin(
  caller: Caller,
  grants: readonly RoleGrant[],
  place: Pick<PermissionPlace, 'project'> = {},
): void {
  const lacks = ({ permission, environment }: RoleGrant): boolean =>
    !caller.mayGive(permission, { ...place, environment: environment ?? EVERY_ENVIRONMENT });
  const missing = [...new Set(grants.filter(lacks).map(({ permission }) => permission))].sort();
  if (missing.length === 0) return;
  const where = place.project === undefined ? '' : ` in the project "${place.project}"`;
  throw new InvalidOperationError(
    `You can only grant, change and revoke permissions that you have yourself${where}. You ` +
      `lack ${missing.join(', ')}.`,
  );
}

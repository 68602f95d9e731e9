import type { Tx } from '../../event/tx.js';
import { InvalidOperationError } from '../../errors/general.errors.js';
import type { RolePermission } from '../../http/permission.js';
import type { Caller } from './caller.js';
import { EVERY_ENVIRONMENT, type PermissionPlace } from '../permissions/access.js';
import { BUILT_IN_ROLES } from '../permissions/role-permissions.js';

/** What a role allows: in one environment, or in all of them (null). */
export interface RoleGrant {
  permission: RolePermission;
  environment: string | null;
}

/** A role, with all that it allows. */
export interface GrantingRole {
  id: number;
  name: string;
  type: 'root' | 'root-custom' | 'project' | 'custom';
  description: string;
  grants: RoleGrant[];
}

const READ = /* sql */ `
  SELECT r.id, r.name, r.type, r.description,
         (SELECT COALESCE(jsonb_agg(jsonb_build_object('permission', p.permission, 'environment', p.environment) ORDER BY p.permission, p.environment), '[]')
            FROM role_permission p WHERE p.role_id = r.id) AS grants
    FROM role r WHERE r.id = ANY ($1) ORDER BY r.id`;

/**
 * Reads roles and keeps them as they are until the transaction ends. `share`: others may give them
 * to somebody side by side; `update`: nobody can, nor change them. Roles that do not exist are left
 * out.
 */
export async function holdRoles(
  ids: readonly number[],
  mode: 'share' | 'update',
  tx: Tx,
): Promise<GrantingRole[]> {
  // By a statement of its own: one that had to wait for its locks would still see what the roles
  // allowed before.
  await tx.lock({ roles: mode === 'share' ? { share: ids } : { update: ids } });
  const roles = await tx.query<GrantingRole>(READ, [ids]);
  return roles.map((role) => ({ ...role, grants: grantsOf(role) }));
}

/** All that a role allows; of a built-in one the service itself knows it. */
export function grantsOf({ id, grants }: Pick<GrantingRole, 'id' | 'grants'>): RoleGrant[] {
  return BUILT_IN_ROLES.get(id)?.map((permission) => ({ permission, environment: null })) ?? grants;
}

/**
 * Lets somebody give, take away or change only what they may do themselves, so that nobody gets to
 * more rights by the right to handle those of others. Without a project it is enough to have them
 * in some project. @throws InvalidOperationError
 */
export function requireWithin(
  caller: Caller,
  grants: readonly RoleGrant[],
  place: Pick<PermissionPlace, 'project'> = {},
): void {
  const lacks = ({ permission, environment }: RoleGrant): boolean =>
    !caller.may(permission, { ...place, environment: environment ?? EVERY_ENVIRONMENT });
  const missing = [...new Set(grants.filter(lacks).map(({ permission }) => permission))].sort();
  if (missing.length === 0) return;
  const where = place.project === undefined ? '' : ` in the project "${place.project}"`;
  throw new InvalidOperationError(
    `You can give, change and take away only what you may do yourself${where}. You lack ${missing.join(', ')}.`,
  );
}

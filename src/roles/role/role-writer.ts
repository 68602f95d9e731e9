import type { Tx } from '../../event/tx.js';
import { InvalidOperationError, NotFoundError } from '../../errors/general.errors.js';
import { RoleInUseError } from './role.errors.js';
import type { Caller } from '../../auth/caller/caller.js';
import { BUILT_IN_ROLES } from '../../auth/permissions/role-permissions.js';
import {
  type GrantingRole,
  holdRoles,
  requireWithin,
  type RoleGrant,
} from '../../auth/caller/role-bounds.js';
import type { RolePayload } from '../../event/event-payloads.js';

/** What events tell about a role. */
export const inEvent = ({ id, name, type, description, grants }: GrantingRole): RolePayload => ({
  id,
  name,
  type,
  description,
  permissions: grants.map(({ permission, environment }) => ({
    name: permission,
    ...(environment === null ? {} : { environment }),
  })),
});

/**
 * Locks a role that somebody has made, against being changed and given. @throws NotFoundError
 * @throws InvalidOperationError when it is built in.
 */
export async function lockCustomRole(id: number, tx: Tx): Promise<GrantingRole> {
  const [role] = await holdRoles([id], 'update', tx);
  if (!role) throw unknownRole(id);
  if (BUILT_IN_ROLES.has(id))
    throw new InvalidOperationError(
      `The role "${role.name}" is built in: it can be neither changed nor deleted. Create a role of your own.`,
    );
  return role;
}

/** Makes a role allow these, and nothing else. @throws BadDataError for an unknown environment. */
export async function setGrants(
  roleId: number,
  grants: readonly RoleGrant[],
  tx: Tx,
): Promise<void> {
  await tx.query('DELETE FROM role_permission WHERE role_id = $1', [roleId]);
  const add = /* sql */ `
    INSERT INTO role_permission (role_id, permission, environment) SELECT $1, g.permission, g.environment
      FROM jsonb_to_recordset($2::jsonb) AS g(permission text, environment text)`;
  await tx.query(add, [roleId, JSON.stringify(grants)]);
}

/**
 * Lets a caller handle only what they may do themselves: somewhere, and in every project in which
 * somebody has the role already.
 * @throws InvalidOperationError
 */
export async function requireReach(
  caller: Caller,
  roleId: number | undefined,
  grants: readonly RoleGrant[],
  tx: Tx,
): Promise<void> {
  requireWithin(caller, grants);
  if (roleId === undefined || caller.isUnlimited) return;
  const sql =
    'SELECT project FROM project_user_role WHERE role_id = $1 UNION SELECT project FROM project_group_role WHERE role_id = $1 ORDER BY 1';
  for (const { project } of await tx.query<{ project: string }>(sql, [roleId])) {
    if (!caller.sees(project))
      throw new InvalidOperationError('The role is given in projects that you do not see.');
    requireWithin(caller, grants, { project });
  }
}

interface Usage {
  users: number;
  groups: string[];
  links: number;
  isDefault: boolean;
  projects: string[];
}

const USAGE = /* sql */ `
  SELECT (SELECT count(*)::int FROM app_user u WHERE u.root_role_id = $1::int) AS users,
         ARRAY(SELECT g.name FROM user_group g WHERE g.root_role_id = $1::int ORDER BY 1) AS groups,
         (SELECT count(*)::int FROM invite_link i WHERE i.role_id = $1::int) AS links,
         EXISTS (SELECT FROM setting s WHERE s.content ->> 'defaultRootRoleId' = $1::text) AS "isDefault",
         ARRAY(SELECT project FROM project_user_role WHERE role_id = $1::int UNION SELECT project FROM project_group_role WHERE role_id = $1::int ORDER BY 1) AS projects`;

/**
 * Passes when nobody has the role, which is locked. @throws RoleInUseError that tells where it is
 * used, as far as the caller may know.
 */
export async function requireUnused(
  { id, name }: GrantingRole,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const [usage] = await tx.query<Usage>(USAGE, [id]);
  const { users, groups, links, projects } = usage!;
  const known = projects.filter((project) => caller.sees(project));
  const places = [
    ...(users > 0
      ? [`${users} ${users === 1 ? 'account has' : 'accounts have'} it as root role`]
      : []),
    ...groups.map((group) => `the group "${group}" has it as root role`),
    ...(links > 0 ? ['an invite link gives it'] : []),
    ...(usage!.isDefault ? ['who comes by single sign-on gets it'] : []),
    ...known.map((project) => `it is given in the project "${project}"`),
    ...(known.length < projects.length ? ['it is given in projects that you do not see'] : []),
  ];
  if (places.length > 0)
    throw new RoleInUseError(
      `The role "${name}" is in use: ${places.join(', ')}. Take it away there first.`,
    );
}

/** That there is no such role. */
export function unknownRole(id: number): NotFoundError {
  return new NotFoundError(`There is no role with the id ${id}.`);
}

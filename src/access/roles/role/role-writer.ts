import type { Caller } from '../../../core/auth/caller/caller.js';
import {
  type GrantingRole,
  lockRoles,
  requireWithin,
  type RoleGrant,
} from '../../../core/auth/caller/role-bounds.js';
import { BUILT_IN_ROLES } from '../../../core/auth/permissions/role-permissions.js';
import type { RolePayload } from '../../../core/event/grant-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { ApiError, type ErrorDetail } from '../../../platform/errors/api-error.js';
import {
  BadDataError,
  InvalidOperationError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import {
  ADD_ROLE_PERMISSION,
  DELETE_ROLE_PERMISSION,
  PROJECTS_WITH_ROLE,
  USAGE,
} from './role.sql.js';
import { type PermissionEntry, PERMISSIONS } from '../../../platform/http/permission.js';
import type { RoleDto, RoleGrantDto } from './role.dto.js';

/** The role is assigned. */
export class RoleInUseError extends ApiError {
  readonly status = 400;
}

/** Data of a role in events. */
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
 * Locks a custom role against changes and assignment.
 * @throws NotFoundError when it does not exist.
 * @throws InvalidOperationError when it is built in.
 */
export async function lockCustomRole(id: number, tx: Tx): Promise<GrantingRole> {
  const [role] = await lockRoles([id], 'update', tx);
  if (!role) throw unknownRole(id);
  if (BUILT_IN_ROLES.has(id))
    throw new InvalidOperationError(
      `The role "${role.name}" is built in: it can be neither changed nor deleted. Create a ` +
        'custom role instead.',
    );
  return role;
}

/**
 * Replaces the permissions of a role.
 * @throws BadDataError for an unknown environment.
 */
export async function setGrants(
  roleId: number,
  grants: readonly RoleGrant[],
  tx: Tx,
): Promise<void> {
  await tx.query(DELETE_ROLE_PERMISSION, [roleId]);
  await tx.query(ADD_ROLE_PERMISSION, [roleId, JSON.stringify(grants)]);
}

/**
 * Checks that the caller has all permissions of the role, somewhere and in every project in which
 * it is assigned.
 * @throws InvalidOperationError when not.
 */
export async function requireReach(
  caller: Caller,
  roleId: number | undefined,
  grants: readonly RoleGrant[],
  tx: Tx,
): Promise<void> {
  requireWithin(caller, grants);
  if (roleId === undefined || caller.isUnlimited) return;
  for (const { project } of await tx.query(PROJECTS_WITH_ROLE, [roleId])) {
    if (!caller.sees(project))
      throw new InvalidOperationError('The role is assigned in projects that you cannot see.');
    requireWithin(caller, grants, { project });
  }
}

/**
 * Checks that a locked role is not assigned.
 * @throws RoleInUseError that names visible assignments.
 */
export async function requireUnused(
  { id, name }: GrantingRole,
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const [usage] = await tx.query(USAGE, [id]);
  const { users, groups, links, projects } = usage!;
  const known = projects.filter((project) => caller.sees(project));
  const places = [
    ...(users > 0
      ? [`${users} ${users === 1 ? 'account has' : 'accounts have'} it as root role`]
      : []),
    ...groups.map((group) => `the group "${group}" has it as root role`),
    ...(links > 0 ? ['an invite link assigns it'] : []),
    ...(usage!.isDefault ? ['users created by single sign-on get it'] : []),
    ...known.map((project) => `it is assigned in the project "${project}"`),
    ...(known.length < projects.length ? ['it is assigned in projects that you cannot see'] : []),
  ];
  if (places.length > 0)
    throw new RoleInUseError(
      `The role "${name}" is in use: ${places.join(', ')}. Remove it there first.`,
    );
}

/** The error for an unknown role. */
export function unknownRole(id: number): NotFoundError {
  return new NotFoundError(`There is no role with the id ${id}.`);
}

const BY_NAME = new Map<string, PermissionEntry>(PERMISSIONS.map((entry) => [entry.name, entry]));
const BY_ID = new Map(PERMISSIONS.map((entry) => [entry.id, entry]));

/**
 * The permissions requested for a role, without duplicates.
 * @throws BadDataError when a permission does not exist or does not suit the type of role.
 */
export function wantedGrants(
  type: NonNullable<RoleDto['type']>,
  wanted: readonly RoleGrantDto[],
): RoleGrant[] {
  const faults: ErrorDetail[] = [];
  const grants = new Map<string, RoleGrant>();
  wanted.forEach((one, index) => {
    const entry = one.name ? BY_NAME.get(one.name) : BY_ID.get(one.id ?? NaN);
    const environment = one.environment || null;
    const message = faultOf(type, one, entry, environment);
    if (message) faults.push({ message, path: `/body/permissions/${index}` });
    else
      grants.set(JSON.stringify([entry!.name, environment]), {
        permission: entry!.name,
        environment,
      });
  });
  if (faults.length > 0)
    throw new BadDataError(`The role is invalid: ${faults[0]!.message}`, faults);
  return [...grants.values()];
}

function faultOf(
  type: RoleDto['type'],
  { name, id }: RoleGrantDto,
  entry: PermissionEntry | undefined,
  environment: string | null,
): string | undefined {
  if (!name && typeof id !== 'number') return 'Name the permission.';
  if (!entry)
    return (
      `There is no permission ${name ? `"${name}"` : `with the id ${id}`}: GET ` +
      '/api/admin/permissions lists them.'
    );
  const isRoot = type === 'root-custom';
  if (isRoot && entry.reach !== 'root')
    return `${entry.name} is a project permission: use the role type "custom".`;
  if (!isRoot && entry.reach === 'root')
    return `${entry.name} is a root permission: use the role type "root-custom".`;
  if (environment && entry.reach !== 'environment')
    return `${entry.name} is not an environment permission: omit environment.`;
  return undefined;
}

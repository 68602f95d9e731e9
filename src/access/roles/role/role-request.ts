import { type ErrorDetail } from '../../../platform/errors/api-error.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { PERMISSIONS, type PermissionEntry } from '../../../platform/http/permission.js';
import type { RoleGrant } from '../../../core/auth/caller/role-bounds.js';
import type { RoleDto, RoleGrantDto } from './role.dto.js';

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

import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BadDataError, NameExistsError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import {
  PERMISSIONS,
  type PermissionEntry,
  type PermissionReach,
  type RolePermission,
} from '../../../platform/http/permission.js';
import { grantsOf } from '../../../core/auth/caller/role-bounds.js';
import type { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import { unknownRole, wantedGrants } from './role-writer.js';
import type {
  AdminPermissionResponse,
  AdminPermissionsResponse,
  RoleDto,
  RoleWithPermissionsResponse,
} from './role.dto.js';
import { ENVIRONMENTS, LIST, READ, FAULTS } from './role.sql.js';

const ENTRIES = new Map<RolePermission, PermissionEntry>(
  PERMISSIONS.map((entry) => [entry.name, entry]),
);
const shown = ({ id, name, displayName, reach }: PermissionEntry): AdminPermissionResponse => ({
  id,
  name,
  displayName,
  type: reach,
});
const ofReach = (reach: PermissionReach): AdminPermissionResponse[] =>
  PERMISSIONS.filter((entry) => entry.reach === reach).map(shown);

/** Reads roles and permissions. */
@Injectable()
export class RoleReadModel {
  constructor(private readonly database: Database) {}

  /** All permissions that roles can contain. */
  async permissions(): Promise<AdminPermissionsResponse> {
    const environments = await this.database.run(ENVIRONMENTS);
    const permissions = ofReach('environment');
    return {
      permissions: {
        root: ofReach('root'),
        project: ofReach('project'),
        environments: environments.map(({ name }) => ({ name, permissions })),
      },
      version: 2,
    };
  }

  async list(): Promise<Json<RolesResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** @throws NotFoundError when it does not exist. */
  async get(id: number): Promise<RoleWithPermissionsResponse> {
    const [role] = await this.database.run(READ, [id]);
    if (!role) throw unknownRole(id);
    const { name, type, description } = role;
    const permissions = grantsOf(role).map(({ permission, environment }) => ({
      ...shown(ENTRIES.get(permission)!),
      ...(environment === null ? {} : { environment }),
    }));
    permissions.sort((a, b) => a.id - b.id || (`${a.environment}` < `${b.environment}` ? -1 : 1));
    return { id, name, type, description, permissions };
  }

  /**
   * Checks whether a role could be created.
   * @throws NameExistsError when the name is taken.
   * @throws BadDataError when it is invalid.
   */
  async validate({ name, type = 'custom', permissions = [] }: RoleDto): Promise<void> {
    const environments = wantedGrants(type, permissions).flatMap(
      ({ environment }) => environment ?? [],
    );
    const [row] = await this.database.run(FAULTS, [name, environments]);
    if (row!.taken) throw new NameExistsError(`A role with the name "${name}" already exists.`);
    if (row!.unknown !== null) throw new BadDataError(`There is no environment "${row!.unknown}".`);
  }
}

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Tx } from '../../../core/event/tx.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { type GrantingRole, lockRoles } from '../../../core/auth/caller/role-bounds.js';
import {
  inEvent,
  lockCustomRole,
  requireReach,
  requireUnused,
  setGrants,
  wantedGrants,
} from './role-writer.js';
import type { RoleDto, RoleWithVersionResponse } from './role.dto.js';
import { ADD_ROLE, UPDATE_ROLE, DELETE_ROLE } from './role.sql.js';

/**
 * Manages custom roles. Nobody can create, change or delete a role with permissions they do not
 * have. Changes are effective at once on this instance, and within a second on others.
 */
@Injectable()
export class RoleService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws BadDataError when permissions or environments do not exist or do not suit the type of
   * role.
   * @throws NameExistsError when the name is taken.
   * @throws InvalidOperationError when the role would grant more than the caller has.
   */
  async create(
    { name, description, type = 'custom', permissions = [] }: RoleDto,
    caller: Caller,
  ): Promise<RoleWithVersionResponse> {
    const grants = wantedGrants(type, permissions);
    return this.unitOfWork.run(caller, async (tx) => {
      await requireReach(caller, undefined, grants, tx);
      const [row] = await tx.query(ADD_ROLE, [name, description ?? '', type]);
      await setGrants(row!.id, grants, tx);
      const role = await readRole(row!.id, tx);
      await tx.record({ type: 'role-created', data: inEvent(role) });
      return shown(role);
    });
  }

  /**
   * Changes a role; omitted properties stay.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError for built-in roles, and the errors of {@link create}.
   */
  async update(
    id: number,
    { name, description, type, permissions }: RoleDto,
    caller: Caller,
  ): Promise<RoleWithVersionResponse> {
    return this.unitOfWork.run(caller, async (tx) => {
      const before = await lockCustomRole(id, tx);
      if (type !== undefined && type !== before.type)
        throw new BadDataError(
          `The role has the type "${before.type}", which cannot be changed: create another role.`,
        );
      const grants =
        permissions && wantedGrants(before.type as NonNullable<RoleDto['type']>, permissions);
      await requireReach(caller, id, [...before.grants, ...(grants ?? [])], tx);
      await tx.query(UPDATE_ROLE, [id, name, description ?? before.description]);
      if (grants) await setGrants(id, grants, tx);
      const after = await readRole(id, tx);
      if (JSON.stringify(after) !== JSON.stringify(before))
        await tx.record({ type: 'role-updated', data: inEvent(after), preData: inEvent(before) });
      return shown(after);
    });
  }

  /**
   * Deletes a role that is not assigned.
   * @throws NotFoundError when it does not exist.
   * @throws RoleInUseError when it is assigned.
   * @throws InvalidOperationError when it is built in, or the caller lacks its permissions.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const role = await lockCustomRole(id, tx);
      await requireReach(caller, id, role.grants, tx);
      await requireUnused(role, caller, tx);
      await tx.query(DELETE_ROLE, [id]);
      await tx.record({ type: 'role-deleted', preData: inEvent(role) });
    });
  }
}

async function readRole(id: number, tx: Tx): Promise<GrantingRole> {
  const [role] = await lockRoles([id], 'update', tx);
  return role!;
}

function shown({ id, name, type, description }: GrantingRole): RoleWithVersionResponse {
  return { version: 1, roles: { id, type, name, description } };
}

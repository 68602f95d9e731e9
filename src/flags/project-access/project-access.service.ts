import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '../../core/event/event.types.js';
import type { ProjectAccessPayload } from '../../core/event/grant-events.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import {
  BadDataError,
  ConflictError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  type RoleAssignment,
  writeRoleAssignments,
} from '../../core/auth/permissions/project-roles.js';
import { lockAccounts, lockGroups, requireAll } from '../../core/auth/permissions/accounts.js';
import { lockRoles, requireWithin } from '../../core/auth/caller/role-bounds.js';
import { ApiError } from '../../platform/errors/api-error.js';
import {
  byRole,
  distinctAssignments,
  roleAssignmentsOf,
  isOwned,
  lockRoleAssignments,
  rolesOf,
  withoutAssignments,
} from './role-assignments.js';
import type { AddAccessDto, ProjectAccessDto } from './project-access.dto.js';

/** Nobody would be left who can manage access to the project. */
class ProjectWithoutOwnerError extends ApiError {
  readonly status = 409;
}

/** Everything a request names, all of which must exist. */
interface Named {
  roles: readonly number[];
  users: readonly number[];
  groups: readonly number[];
}

/** Maximum number of role assignments per request. */
const MAX_ASSIGNMENTS = 20_000;

const NOTHING: Named = { roles: [], users: [], groups: [] };

/** A change of role assignments in a project. */
interface Change {
  named: Named;
  /** Computes the new assignments. */
  after: (before: RoleAssignment[]) => RoleAssignment[];
  told: (before: RoleAssignment[], after: RoleAssignment[]) => DomainEvent;
  /** Whether the last owner may be removed. */
  mayDisown?: boolean;
  /** The only user or group whose roles change, if there is one. */
  holder?: { kind: RoleAssignment['kind']; id: number };
}

/**
 * Manages role assignments in projects. Callers can only assign roles whose permissions they have
 * there. A project keeps at least one owner, unless an administrator replaces all assignments.
 * Changes are effective at once on this instance, and within a second on others.
 */
@Injectable()
export class ProjectAccessService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Replaces all assignments.
   * @throws NotFoundError when there is no such live project.
   * @throws BadDataError for unknown users, groups and roles.
   * @throws ProjectWithoutOwnerError when no owner would remain.
   * @throws InvalidOperationError when a role grants more than the caller has.
   */
  async set(project: string, { roles }: ProjectAccessDto, caller: Caller): Promise<void> {
    const wanted = distinctAssignments(
      roles.flatMap(({ id, users = [], groups = [] }) =>
        roleAssignmentsOf([id], distinctIds(users), distinctIds(groups)),
      ),
    );
    requireFew(wanted.length);
    const named = {
      roles: distinctIds(roles.map(({ id }) => id)),
      users: distinctIds(roles.flatMap(({ users = [] }) => users)),
      groups: distinctIds(roles.flatMap(({ groups = [] }) => groups)),
    };
    await this.change(project, caller, {
      named,
      after: () => wanted,
      told: (before, after) => ({
        type: 'project-access-updated',
        project,
        data: byRole(after),
        preData: byRole(before),
      }),
      mayDisown: caller.isUnlimited,
    });
  }

  /**
   * Adds assignments.
   * @throws errors of {@link set}.
   */
  async add(
    project: string,
    { roles, users, groups }: AddAccessDto,
    caller: Caller,
  ): Promise<void> {
    const data = {
      roles: distinctIds(roles),
      users: distinctIds(users),
      groups: distinctIds(groups),
    };
    requireFew(data.roles.length * (data.users.length + data.groups.length));
    await this.change(project, caller, {
      named: data,
      after: (before) =>
        distinctAssignments([...before, ...roleAssignmentsOf(data.roles, data.users, data.groups)]),
      told: (before, after) => {
        const added = byRole(withoutAssignments(after, before)).roles;
        return { type: 'project-access-added', project, data: { ...data, added } };
      },
    });
  }

  /**
   * Removes assignments.
   * @throws ConflictError when one of them does not exist.
   * @throws errors of {@link set}.
   */
  async withdraw(project: string, { roles }: ProjectAccessPayload, caller: Caller): Promise<void> {
    const given = roles.flatMap(({ id, users, groups }) => roleAssignmentsOf([id], users, groups));
    await this.change(project, caller, {
      named: NOTHING,
      after: (before) => {
        if (withoutAssignments(given, before).length > 0)
          throw new ConflictError('Some of these roles are no longer assigned.');
        return withoutAssignments(before, given);
      },
      told: (before, after) => ({
        type: 'project-access-updated',
        project,
        data: byRole(after),
        preData: byRole(before),
      }),
    });
  }

  /**
   * Replaces the roles of a user or group.
   * @throws errors of {@link set}, and NotFoundError when there is no such user or group.
   */
  async setRoles(
    project: string,
    kind: RoleAssignment['kind'],
    id: number,
    roles: readonly number[],
    caller: Caller,
  ): Promise<void> {
    await this.change(project, caller, {
      named: { ...NOTHING, roles: distinctIds(roles) },
      after: (before) => [
        ...others(before, kind, id),
        ...distinctAssignments(roles.map((role) => ({ kind, id, role }))),
      ],
      told: (before, after) =>
        rolesUpdated(project, kind, id, rolesOf(before, kind, id), rolesOf(after, kind, id)),
      holder: { kind, id },
    });
  }

  /**
   * Removes all roles of a user or group.
   * @throws errors of {@link setRoles}.
   */
  async removeRoles(
    project: string,
    kind: RoleAssignment['kind'],
    id: number,
    caller: Caller,
  ): Promise<void> {
    await this.change(project, caller, {
      named: NOTHING,
      after: (before) => others(before, kind, id),
      told: (before) => rolesDeleted(project, kind, id, rolesOf(before, kind, id)),
      holder: { kind, id },
    });
  }

  private async change(
    project: string,
    caller: Caller,
    { named, told, mayDisown = false, holder, ...change }: Change,
  ): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockRoleAssignments(project, tx);
      if (holder) await requireHolder(holder, tx);
      await requireNamed(named, tx);
      const after = change.after(before);
      const [added, removed] = [
        withoutAssignments(after, before),
        withoutAssignments(before, after),
      ];
      await requireRoles(project, named.roles, [...added, ...removed], caller, tx);
      if (added.length === 0 && removed.length === 0) return;
      if (!mayDisown && isOwned(before) && !isOwned(after))
        throw new ProjectWithoutOwnerError(
          `The project "${project}" needs at least one owner: assign another one first.`,
        );
      await writeRoleAssignments(project, added, removed, tx);
      await tx.record(told(before, after));
    });
  }
}

function rolesUpdated(
  project: string,
  kind: RoleAssignment['kind'],
  id: number,
  before: number[],
  after: number[],
): DomainEvent {
  return kind === 'user'
    ? {
        type: 'project-access-user-roles-updated',
        project,
        data: { userId: id, roles: after },
        preData: { userId: id, roles: before },
      }
    : {
        type: 'project-access-group-roles-updated',
        project,
        data: { groupId: id, roles: after },
        preData: { groupId: id, roles: before },
      };
}

function rolesDeleted(
  project: string,
  kind: RoleAssignment['kind'],
  id: number,
  roles: number[],
): DomainEvent {
  return kind === 'user'
    ? { type: 'project-access-user-roles-deleted', project, preData: { userId: id, roles } }
    : { type: 'project-access-group-roles-deleted', project, preData: { groupId: id, roles } };
}

/** The ids without duplicates. */
function distinctIds(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

/** @throws BadDataError when there are too many assignments. */
function requireFew(count: number): void {
  if (count <= MAX_ASSIGNMENTS) return;
  throw new BadDataError(
    `These are ${count} role assignments; one request can contain at most ` +
      `${MAX_ASSIGNMENTS}. Send several requests.`,
  );
}

async function requireNamed({ users, groups }: Named, tx: Tx): Promise<void> {
  await lockAccounts(users, tx);
  await lockGroups(groups, tx);
}

/**
 * Checks that roles are project roles within the caller's permissions; unchanged assignments are
 * not checked.
 */
async function requireRoles(
  project: string,
  named: readonly number[],
  changed: readonly RoleAssignment[],
  caller: Caller,
  tx: Tx,
): Promise<void> {
  const ids = [...new Set([...named, ...changed.map(({ role }) => role)])];
  const roles = await lockRoles(ids, 'share', tx);
  requireAll(
    'role',
    ids,
    roles.map(({ id }) => id),
  );
  const ofInstance = roles.find(({ type }) => type === 'root' || type === 'root-custom');
  if (ofInstance)
    throw new BadDataError(
      `The role "${ofInstance.name}" is a root role and cannot be assigned in projects.`,
    );
  const touched = new Set(changed.map(({ role }) => role));
  requireWithin(
    caller,
    roles.filter(({ id }) => touched.has(id)).flatMap(({ grants }) => grants),
    { project },
  );
}

/**
 * Locks a user or group until the transaction ends.
 * @throws NotFoundError when it does not exist.
 */
async function requireHolder(
  { kind, id }: Pick<RoleAssignment, 'kind' | 'id'>,
  tx: Tx,
): Promise<void> {
  try {
    await (kind === 'user' ? lockAccounts([id], tx) : lockGroups([id], tx));
  } catch (error) {
    if (error instanceof BadDataError) throw new NotFoundError(error.message);
    throw error;
  }
}

const others = (
  list: readonly RoleAssignment[],
  kind: RoleAssignment['kind'],
  id: number,
): RoleAssignment[] => list.filter((one) => one.kind !== kind || one.id !== id);

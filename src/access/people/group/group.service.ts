import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { lockAccounts } from '../../../core/auth/permissions/accounts.js';
import type { GroupPayload } from '../../../core/event/grant-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Json } from '../../../platform/http/json.js';
import { requireByHand } from '../directory/managed.js';
import { rootRoleId } from '../user/user-writer.js';
import type { GroupDto, GroupResponse } from './group.dto.js';
import { GroupReadModel, unknownGroup } from './group.read-model.js';
import {
  ADD,
  CHANGE,
  DELETE,
  JOIN,
  LEAVE,
  PUT_MEMBERS,
  READ_GROUP,
  REMOVE_MEMBERS,
} from './group.sql.js';

/**
 * Synchronises the groups of a user, whose row must be locked, with those at the identity provider.
 */
export async function syncGroups(userId: number, names: string[], tx: Tx): Promise<void> {
  const left = await tx.query(LEAVE, [userId, names]);
  const joined = await tx.query(JOIN, [userId, names, tx.actor.name]);
  for (const { groupId } of left)
    await tx.record({ type: 'group-user-removed', preData: { groupId, userId } });
  for (const { groupId } of joined)
    await tx.record({ type: 'group-user-added', data: { groupId, userId } });
}

/**
 * Creates, changes and deletes groups. The permissions of members change at once on this instance,
 * and within a second on others.
 */
@Injectable()
export class GroupService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reads: GroupReadModel,
  ) {}

  /**
   * Creates a group.
   * @throws NameExistsError when the name is taken.
   * @throws BadDataError when a role or user does not exist.
   */
  async create(dto: GroupDto, caller: Caller): Promise<Json<GroupResponse>> {
    const id = await this.unitOfWork.run(caller, async (tx) => {
      const { name, description, mappingsSSO = [], rootRole, users = [] } = dto;
      const members = unique(users.map(({ user }) => user.id));
      await lockAccounts(members, tx);
      const role = await roleId(rootRole, null, tx);
      const [row] = await tx.query(ADD, [
        name,
        description || null,
        unique(mappingsSSO),
        role,
        caller.name,
      ]);
      await listMembers(row!.id, members, tx);
      await tx.record({ type: 'group-created', data: await readGroup(row!.id, tx) });
      await recordMembers(row!.id, members, [], tx);
      return row!.id;
    });
    return this.reads.get(id);
  }

  /**
   * Changes a group; omitted properties stay.
   * @throws NotFoundError when it does not exist, and the errors of {@link create}.
   * @throws InvalidOperationError when the directory manages its name and members.
   */
  async update(
    id: number,
    { name, description, mappingsSSO, rootRole, users }: GroupDto,
    caller: Caller,
  ): Promise<Json<GroupResponse>> {
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lock({ users: { share: unique((users ?? []).map(({ user }) => user.id)) } });
      const before = await lockGroup(id, tx);
      const wanted = users ? unique(users.map(({ user }) => user.id)) : before.users;
      const [added, removed] = [without(wanted, before.users), without(before.users, wanted)];
      const text = description === undefined ? before.description : description || null;
      const mappings = mappingsSSO ? unique(mappingsSSO) : before.mappingsSSO;
      if (name !== before.name || added.length > 0 || removed.length > 0)
        await requireByHand('group', id, tx);
      await tx.query(CHANGE, [
        id,
        name,
        text,
        mappings,
        await roleId(rootRole, before.rootRole, tx),
      ]);
      await tx.query(REMOVE_MEMBERS, [id, removed]);
      await lockAccounts(added, tx);
      if (users) await listMembers(id, wanted, tx);
      const after = await readGroup(id, tx);
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      await tx.record({ type: 'group-updated', data: after, preData: before });
      await recordMembers(id, added, removed, tx);
    });
    return this.reads.get(id);
  }

  /**
   * Deletes a group. Its members lose the roles they had through it, and a project that only it
   * owned has no owner afterwards.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError when the directory manages it.
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockGroup(id, tx);
      await requireByHand('group', id, tx);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'group-deleted', preData: before });
    });
  }
}

async function roleId(
  wanted: number | string | null | undefined,
  before: number | null,
  tx: Tx,
): Promise<number | null> {
  if (wanted === undefined) return before;
  return wanted === null ? null : rootRoleId(wanted, tx);
}

/**
 * Locks and reads a group.
 * @throws NotFoundError when it does not exist.
 */
async function lockGroup(id: number, tx: Tx): Promise<GroupPayload> {
  const { groups } = await tx.lock({ groups: { update: [id] } });
  if (groups.length === 0) throw unknownGroup(id);
  return readGroup(id, tx);
}

async function readGroup(id: number, tx: Tx): Promise<GroupPayload> {
  const [row] = await tx.query(READ_GROUP, [id]);
  return row!.group;
}

async function listMembers(groupId: number, users: readonly number[], tx: Tx): Promise<void> {
  await tx.query(PUT_MEMBERS, [groupId, users, tx.actor.name]);
}

async function recordMembers(
  groupId: number,
  added: readonly number[],
  removed: readonly number[],
  tx: Tx,
): Promise<void> {
  await tx.recordAll([
    ...added.map((userId) => ({ type: 'group-user-added' as const, data: { groupId, userId } })),
    ...removed.map((userId) => ({
      type: 'group-user-removed' as const,
      preData: { groupId, userId },
    })),
  ]);
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
const without = (list: readonly number[], others: readonly number[]): number[] => {
  const known = new Set(others);
  return list.filter((one) => !known.has(one));
};

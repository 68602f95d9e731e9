import { Inject, Injectable } from '@nestjs/common';
import type { GroupPayload } from '../../../core/event/grant-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { ADD, DELETE, READ_GROUP } from '../group/group.sql.js';
import type { DirectoryAccess } from './directory-settings.service.js';
import {
  ADD_GROUP,
  ADD_MEMBERS,
  CHANGE_GROUP,
  COUNT_MEMBERS,
  GROUP_WITH_NAME,
  KNOWN_USERS,
  LIST_GROUPS,
  READ_CHANGING_GROUP,
  READ_GROUP_ROW,
  REMOVE_MEMBERS,
  REMOVE_OTHER_MEMBERS,
  RENAME_GROUP,
} from './directory.sql.js';
import {
  MAX_MEMBERS,
  type ScimGroupDto,
  type ScimGroupResponse,
  type ScimGroupsResponse,
  type ScimSearchDto,
} from './scim.dto.js';
import { invalid, ScimError } from './scim-error.js';
import { parseFilter } from './scim-filter.js';
import { type Change, changesOf, listOf } from './scim-patch.js';
import { type Attributes, groupOf, isWanted, listed, pageOf, Presenter } from './scim-resource.js';

/** A change of the members of a group. */
type MemberChange = { add: number[] } | { remove: number[] } | { set: number[] };

/** Who joined and left a group in the end. */
class Movements {
  readonly joined = new Set<number>();
  readonly left = new Set<number>();

  join(userId: number): void {
    if (!this.left.delete(userId)) this.joined.add(userId);
  }

  leave(userId: number): void {
    if (!this.joined.delete(userId)) this.left.add(userId);
  }

  async record(groupId: number, tx: Tx): Promise<void> {
    await tx.recordAll([
      ...[...this.left].map((userId) => ({
        type: 'group-user-removed' as const,
        preData: { groupId, userId },
      })),
      ...[...this.joined].map((userId) => ({
        type: 'group-user-added' as const,
        data: { groupId, userId },
      })),
    ]);
  }
}

/** Groups as the directory sees them. */
@Injectable()
export class DirectoryGroups {
  private readonly presenter: Presenter;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.presenter = new Presenter(publicUrl);
  }

  /** @throws ScimError when the filter is not valid. */
  async list(search: ScimSearchDto, reader: Reader): Promise<ScimGroupsResponse> {
    const page = pageOf(search);
    const filter = search.filter ? parseFilter(search.filter) : undefined;
    const [found] = await this.database.longRead(
      reader,
      LIST_GROUPS({ filter, ...page }, isWanted('members', search)),
    );
    const groups = found!.rows.map((row) => this.presenter.group(row, search));
    return listed(groups, found!.total, page.offset);
  }

  /** @throws ScimError when there is none. */
  async get(id: number, wanted?: Attributes): Promise<ScimGroupResponse> {
    const [row] = await this.database.run(READ_GROUP_ROW, [id]);
    if (!row) throw unknownGroup(id);
    return this.presenter.group(row, wanted);
  }

  /**
   * Creates a group, or takes over the one that has the name already, with its roles.
   * @throws ScimError when the name is taken or a member unknown.
   */
  async create(body: unknown, access: DirectoryAccess): Promise<ScimGroupResponse> {
    const group = await groupOf(body);
    const members = idsOf(group.members ?? []);
    const id = await this.unitOfWork.run(access.actor, async (tx) => {
      await lockMembers(members, tx);
      const existing = await existingGroup(group.displayName, access, tx);
      const given = existing ?? (await added(group.displayName, tx));
      await tx.query(ADD_GROUP, [given, group.externalId ?? null]);
      const moved = await changeMembers(given, [{ set: members }], tx);
      if (existing === undefined)
        await tx.record({ type: 'group-created', data: await readGroup(given, tx) });
      await moved.record(given, tx);
      return given;
    });
    return this.get(id);
  }

  /** @throws ScimError when there is none, the name is taken or a member unknown. */
  async replace(id: number, body: unknown, access: DirectoryAccess): Promise<ScimGroupResponse> {
    const { members = [], ...attributes } = await groupOf(body);
    const whole = { externalId: undefined, ...attributes };
    await this.change(id, whole, [{ set: idsOf(members) }], access);
    return this.get(id);
  }

  /** @throws ScimError when there is none, the name is taken or a member unknown. */
  async patch(id: number, body: unknown, access: DirectoryAccess): Promise<ScimGroupResponse> {
    const changes = changesOf(body);
    const ofMembers = changes.filter(({ attribute }) => attribute === 'members').map(memberChange);
    await this.change(id, await attributesOf(changes), ofMembers, access);
    return this.get(id);
  }

  /**
   * Deletes a group. Its members lose the roles they had through it.
   * @throws ScimError when there is none.
   */
  async delete(id: number, { actor }: DirectoryAccess): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockOf(id, tx);
      const preData = await readGroup(id, tx);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'group-deleted', preData });
    });
  }

  private async change(
    id: number,
    attributes: Partial<Pick<ScimGroupDto, 'displayName' | 'externalId'>>,
    members: readonly MemberChange[],
    { actor }: DirectoryAccess,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockMembers(members.flatMap(addedBy), tx);
      const before = await lockOf(id, tx);
      const { displayName = before.name } = attributes;
      const externalId =
        'externalId' in attributes ? (attributes.externalId ?? null) : before.externalId;
      await tx.query(CHANGE_GROUP, [id, externalId]);
      const moved = await changeMembers(id, members, tx);
      if (displayName !== before.name) await rename(id, displayName, tx);
      await moved.record(id, tx);
    });
  }
}

async function added(name: string, tx: Tx): Promise<number> {
  const [row] = await tx.query(ADD, [name, null, [], null, tx.actor.name]);
  return row!.id;
}

const addedBy = (change: MemberChange): number[] =>
  'add' in change ? change.add : 'set' in change ? change.set : [];

/** @throws ScimError when the name is not valid. */
async function attributesOf(
  changes: readonly Change[],
): Promise<Partial<Pick<ScimGroupDto, 'displayName' | 'externalId'>>> {
  const attributes: Partial<Pick<ScimGroupDto, 'displayName' | 'externalId'>> = {};
  for (const { op, attribute, value } of changes) {
    if (attribute === 'displayname') {
      if (op === 'remove') throw invalid('mutability', 'A group needs a displayName.');
      attributes.displayName = (await groupOf({ displayName: value })).displayName;
    } else if (attribute === 'externalid') {
      const id = op === 'remove' ? null : value;
      attributes.externalId = (await groupOf({ displayName: 'any', externalId: id })).externalId;
    }
  }
  return attributes;
}

function memberChange({ op, filter, value }: Change): MemberChange {
  if (filter) {
    const isOne =
      filter.kind === 'is' && filter.attribute === 'value' && filter.comparison === 'eq';
    if (op !== 'remove' || !isOne)
      throw invalid('invalidPath', 'Members are removed by a path like members[value eq "7"].');
    return { remove: idsOf([{ value: filter.value }]) };
  }
  if (op === 'remove') return value === undefined ? { set: [] } : { remove: idsOf(listOf(value)) };
  return op === 'add' ? { add: idsOf(listOf(value)) } : { set: idsOf(listOf(value)) };
}

/** @throws ScimError when one is not an id, or there are too many. */
function idsOf(members: readonly { value?: unknown }[]): number[] {
  if (members.length > MAX_MEMBERS)
    throw invalid('tooMany', `A request can name at most ${MAX_MEMBERS} members.`);
  return [
    ...new Set(
      members.map(({ value }) => {
        const id = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : NaN;
        if (Number.isNaN(id)) throw unknownMember(value);
        return id;
      }),
    ),
  ];
}

/** @throws ScimError when one is not a user of the directory. */
async function lockMembers(ids: readonly number[], tx: Tx): Promise<void> {
  if (ids.length === 0) return;
  await tx.lock({ users: { share: [...new Set(ids)] } });
  const known = new Set((await tx.query(KNOWN_USERS, [ids])).map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw unknownMember(missing);
}

/**
 * Changes who is in a group.
 * @throws ScimError when it would have too many members.
 */
async function changeMembers(
  groupId: number,
  changes: readonly MemberChange[],
  tx: Tx,
): Promise<Movements> {
  const moved = new Movements();
  for (const one of joined(changes)) await makeChange(groupId, one, moved, tx);
  const [has] = await tx.query(COUNT_MEMBERS, [groupId]);
  if (has!.count <= MAX_MEMBERS) return moved;
  throw invalid('tooMany', `A group can have at most ${MAX_MEMBERS} members.`);
}

/** Directories name members one by one: neighbours of one kind are made as one change. */
function joined(changes: readonly MemberChange[]): MemberChange[] {
  const all: MemberChange[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last && 'add' in last && 'add' in change) change.add.forEach((id) => last.add.push(id));
    else if (last && 'remove' in last && 'remove' in change)
      change.remove.forEach((id) => last.remove.push(id));
    else all.push(structuredClone(change));
  }
  return all;
}

async function makeChange(
  groupId: number,
  change: MemberChange,
  moved: Movements,
  tx: Tx,
): Promise<void> {
  if ('remove' in change) {
    const left = await tx.query(REMOVE_MEMBERS, [groupId, change.remove]);
    for (const { userId } of left) moved.leave(userId);
    return;
  }
  if ('set' in change)
    for (const { userId } of await tx.query(REMOVE_OTHER_MEMBERS, [groupId, change.set]))
      moved.leave(userId);
  const added = await tx.query(ADD_MEMBERS, [groupId, addedBy(change), tx.actor.name]);
  for (const { userId } of added) moved.join(userId);
}

/**
 * The group that a new one of the directory takes over.
 * @throws ScimError when it may not, or the directory has it already.
 */
async function existingGroup(
  name: string,
  { settings }: DirectoryAccess,
  tx: Tx,
): Promise<number | undefined> {
  const [found] = await tx.query(GROUP_WITH_NAME, [name]);
  if (!found) return undefined;
  const { groups } = settings.assumeControlOfExisting
    ? await tx.lock({ groups: { update: [found.id] } })
    : { groups: undefined };
  // Another request may have taken it over, or deleted it, while this one waited.
  const [taken] = await tx.query(READ_CHANGING_GROUP, [found.id]);
  if (!groups || taken) throw new ScimError(409, `A group "${name}" exists already.`, 'uniqueness');
  return groups[0]?.id;
}

async function rename(id: number, name: string, tx: Tx): Promise<void> {
  const preData = await readGroup(id, tx);
  await tx.query(RENAME_GROUP, [id, name]);
  await tx.record({ type: 'group-updated', data: { ...preData, name }, preData });
}

async function readGroup(id: number, tx: Tx): Promise<GroupPayload> {
  const [row] = await tx.query(READ_GROUP, [id]);
  return row!.group;
}

async function lockOf(id: number, tx: Tx) {
  await tx.lock({ groups: { update: [id] } });
  const [row] = await tx.query(READ_CHANGING_GROUP, [id]);
  if (!row) throw unknownGroup(id);
  return row;
}

function unknownMember(value: unknown): ScimError {
  return invalid('invalidValue', `The directory has no user ${JSON.stringify(value)}.`);
}

function unknownGroup(id: number): ScimError {
  return new ScimError(404, `The directory has no group ${id}.`);
}

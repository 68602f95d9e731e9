import { Inject, Injectable } from '@nestjs/common';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import { AppUser } from '../user/app-user.entity.js';
import { changeSignInNames, normalName } from '../user/sign-in-names.js';
import { addUser, endResetLink, readUser, removeUser, toEmail } from '../user/user-writer.js';
import type { DirectoryAccess } from './directory-settings.service.js';
import {
  ACCOUNTS_WITH_NAMES,
  ADD_USER,
  CHANGE_USER,
  DELETE_USER,
  KEEP_ROLE,
  LIST_USERS,
  REACTIVATE,
  READ_CHANGING_USER,
  READ_USER_ROW,
  REJOIN,
} from './directory.sql.js';
import type {
  ScimSearchDto,
  ScimUserDto,
  ScimUserResponse,
  ScimUsersResponse,
} from './scim.dto.js';
import { ScimError } from './scim-error.js';
import { parseFilter } from './scim-filter.js';
import { changesOf, patchedUser } from './scim-patch.js';
import { type Attributes, isWanted, listed, pageOf, Presenter, userOf } from './scim-resource.js';

/** Users as the directory sees them. Who is not active is deleted until the directory says so. */
@Injectable()
export class DirectoryUsers {
  private readonly presenter: Presenter;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.presenter = new Presenter(publicUrl);
  }

  /** @throws ScimError when the filter is not valid. */
  async list(search: ScimSearchDto, reader: Reader): Promise<ScimUsersResponse> {
    const page = pageOf(search);
    const filter = search.filter ? parseFilter(search.filter) : undefined;
    const [found] = await this.database.longRead(
      reader,
      LIST_USERS({ filter, ...page }, isWanted('groups', search)),
    );
    const users = found!.rows.map((row) => this.presenter.user(row, search));
    return listed(users, found!.total, page.offset);
  }

  /** @throws ScimError when there is none. */
  async get(id: number, wanted?: Attributes): Promise<ScimUserResponse> {
    const [row] = await this.database.run(READ_USER_ROW, [id]);
    if (!row) throw unknownUser(id);
    return this.presenter.user(row, wanted);
  }

  /**
   * Creates a user, or takes over the one that has the name or address already.
   * @throws ScimError when the name is taken.
   */
  async create(body: unknown, access: DirectoryAccess): Promise<ScimUserResponse> {
    const { active = true, ...resource } = await userOf(body);
    const id = await this.unitOfWork.run(access.actor, async (tx) => {
      const account = accountOf(resource);
      const existing = await existingAccount(account, access, tx);
      const given = existing ?? (await this.added(account, access, tx));
      await tx.query(ADD_USER, [given, JSON.stringify(resource)]);
      if (existing !== undefined) await this.rename(given, account, tx);
      if (!active) await this.deactivate(given, tx);
      return given;
    });
    return this.get(id);
  }

  /** @throws ScimError when there is none, or a name is taken. */
  async replace(id: number, body: unknown, access: DirectoryAccess): Promise<ScimUserResponse> {
    const wanted = await userOf(body);
    await this.change(id, () => Promise.resolve(wanted), access);
    return this.get(id);
  }

  /** @throws ScimError when there is none, a change is not possible, or a name is taken. */
  async patch(id: number, body: unknown, access: DirectoryAccess): Promise<ScimUserResponse> {
    const changes = changesOf(body);
    await this.change(id, (before) => userOf(patchedUser({ ...before }, changes)), access);
    return this.get(id);
  }

  /**
   * Deletes a user. The directory does not know the id any more, and the name is free.
   * @throws ScimError when there is none.
   */
  async delete(id: number, { actor }: DirectoryAccess): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { active, payload } = await lockOf(id, tx);
      await tx.query(DELETE_USER, [id]);
      if (active) await removeUser(payload, tx);
      else await changeSignInNames(id, payload, {}, tx);
    });
  }

  private async change(
    id: number,
    changed: (before: ScimUserDto) => Promise<ScimUserDto>,
    access: DirectoryAccess,
  ): Promise<void> {
    await this.unitOfWork.run(access.actor, async (tx) => {
      const before = await lockOf(id, tx);
      const wanted = await changed({ ...before.resource, active: before.active });
      const { active = before.active, ...resource } = wanted;
      await tx.query(CHANGE_USER, [id, JSON.stringify(resource)]);
      await this.rename(id, accountOf(resource), tx);
      if (before.active && !active) await this.deactivate(id, tx);
      if (!before.active && active) await this.reactivate(id, access, tx);
    });
  }

  private added(account: Account, { settings }: DirectoryAccess, tx: Tx): Promise<number> {
    return addUser({ ...account, rootRoleId: settings.defaultRootRoleId, passwordHash: null }, tx);
  }

  /** Gives an account, also one that is not active, the names of the directory. */
  private async rename(id: number, account: Account, tx: Tx): Promise<void> {
    const [before] = await tx.query(READ_CHANGING_USER, [id]);
    await tx.repo(AppUser).update({ id }, account);
    const after = await readUser(id, tx);
    await changeSignInNames(id, before!.payload, after, tx);
    if (before!.payload.email && after.email !== before!.payload.email) await endResetLink(id, tx);
    if (before!.active && JSON.stringify(after) !== JSON.stringify(before!.payload))
      await tx.record({ type: 'user-updated', data: after, preData: before!.payload });
  }

  /** Sessions and tokens end; the names stay taken, so that nobody else gets them. */
  private async deactivate(id: number, tx: Tx): Promise<void> {
    await tx.query(KEEP_ROLE, [id]);
    await removeUser(await readUser(id, tx), tx, 'user', { keepsNames: true });
  }

  private async reactivate(id: number, { settings }: DirectoryAccess, tx: Tx): Promise<void> {
    await tx.query(REACTIVATE, [id, settings.defaultRootRoleId]);
    const joined = await tx.query(REJOIN, [id, tx.actor.name]);
    await tx.record({ type: 'user-created', data: await readUser(id, tx) });
    await tx.recordAll(
      joined.map(({ groupId }) => ({ type: 'group-user-added', data: { groupId, userId: id } })),
    );
  }
}

/** The names of an account. */
interface Account {
  username: string;
  name: string | null;
  email: string | null;
}

function accountOf({
  userName,
  name,
  displayName,
  emails = [],
}: Omit<ScimUserDto, 'active'>): Account {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  const address = (emails.find(({ primary }) => primary) ?? emails[0])?.value;
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(userName);
  return {
    username: userName,
    name: displayName || name?.formatted || parts || null,
    email: toEmail(address ?? (isAddress ? userName : null)),
  };
}

/**
 * The account that a new user of the directory takes over.
 * @throws ScimError when it may not, or the directory has it already.
 */
async function existingAccount(
  { username, email }: Account,
  { settings }: DirectoryAccess,
  tx: Tx,
): Promise<number | undefined> {
  const hashes = [username, email].flatMap((name) => (name ? [hashOf(normalName(name))] : []));
  const [found, another] = await tx.query(ACCOUNTS_WITH_NAMES, [hashes]);
  if (!found) return undefined;
  const isFree = settings.assumeControlOfExisting && !found.isOfDirectory && !another;
  const [locked] =
    isFree && found.kind === 'user'
      ? (await tx.lock({ users: { noKeyUpdate: [found.id] } })).users
      : [];
  // Another request may have taken it over, or deleted it, while this one waited.
  const [taken] = await tx.query(READ_CHANGING_USER, [found.id]);
  if (locked?.deleted !== false || taken)
    throw new ScimError(
      409,
      `A user with the user name "${username}" or this e-mail address exists already.`,
      'uniqueness',
    );
  return found.id;
}

async function lockOf(id: number, tx: Tx) {
  await tx.lock({ users: { noKeyUpdate: [id] } });
  const [row] = await tx.query(READ_CHANGING_USER, [id]);
  if (!row) throw unknownUser(id);
  return row;
}

function unknownUser(id: number): ScimError {
  return new ScimError(404, `The directory has no user ${id}.`);
}

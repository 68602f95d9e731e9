import type { Tx } from '../../event/tx.js';
import { BadDataError } from '../../errors/general.errors.js';
import { removeProjectRoles } from '../../auth/permissions/project-role-writer.js';
import { ADMIN_ROLE, ROOT_ROLES } from '../../auth/permissions/role-permissions.js';
import type { Actor } from '../../event/actor.js';
import { removeSecondFactors } from './second-factor-removal.js';
import { AppUser } from './app-user.entity.js';
import { foldCase } from './fold-case.js';
import { unknownUser } from './user.read-model.js';
import { USER_EVENT_JSON } from './user.sql.js';
import type { UserPayload } from '../../event/event-payloads.js';

/** Who can be created and deleted: people, and accounts for programs. */
export type AccountKind = Exclude<AppUser['kind'], 'system'>;

/** Somebody who is to become a user. */
export interface NewUser {
  name?: string | null;
  username?: string | null;
  email?: string | null;
  rootRoleId: number;
  /** null for who has still to choose a password. */
  passwordHash: string | null;
}

/**
 * Adds a user. @returns The id. @throws BadDataError when the user name or the e-mail address is
 * taken, or neither is given.
 */
export async function addUser(
  { name, username, email, ...rest }: NewUser,
  tx: Tx,
): Promise<number> {
  requireIdentified({ username, email });
  const row = {
    kind: 'user' as const,
    name: name || null,
    username: username || null,
    email: toEmail(email),
    ...rest,
  };
  const { identifiers } = await tx.repo(AppUser).insert(row);
  const id = identifiers[0]!['id'] as number;
  await tx.record({ type: 'user-created', data: await readUser(id, tx) });
  return id;
}

/** Adds the administrator of a new instance. */
export async function addFirstAdministrator(
  { username, passwordHash }: { username: string; passwordHash: string },
  tx: Tx,
): Promise<void> {
  const row = { kind: 'user' as const, username, rootRoleId: ADMIN_ROLE, passwordHash };
  const { identifiers } = await tx.repo(AppUser).insert(row);
  await tx.record({
    type: 'user-created',
    data: { id: identifiers[0]!['id'], username, rootRole: ADMIN_ROLE },
  });
}

/** Lets pass who has something to sign in with. @throws BadDataError */
export function requireIdentified({ username, email }: Pick<NewUser, 'username' | 'email'>): void {
  if (!username && !email) throw new BadDataError('A user needs a user name or an e-mail address.');
}

/**
 * Locks a user, or a service account, so that changes come one after another. @throws NotFoundError
 */
export async function lockUser(
  id: number,
  tx: Tx,
  kind: AccountKind = 'user',
): Promise<UserPayload> {
  const [found] = (await tx.lock({ users: { noKeyUpdate: [id] } })).users;
  if (found?.kind !== kind || found.deleted) throw unknownUser(id);
  return readUser(id, tx);
}

/** Reads a user who exists. */
export async function readUser(id: number, tx: Tx): Promise<UserPayload> {
  const [row] = await tx.query<{ user: UserPayload }>(
    `SELECT ${USER_EVENT_JSON} AS "user" FROM app_user u WHERE u.id = $1`,
    [id],
  );
  return row!.user;
}

/**
 * The id of a root role, built in or not. @throws BadDataError when there is none with this id or,
 * in the second place, this name.
 */
export async function rootRoleId(idOrName: number | string, tx: Tx): Promise<number> {
  const sql = /* sql */ `
    SELECT id FROM role WHERE type IN ('root', 'root-custom') AND (id::text = $1 OR name = $1) ORDER BY id::text = $1 DESC LIMIT 1 FOR SHARE /* locks roles */`;
  const [role] = await tx.query<{ id: number }>(sql, [String(idOrName)]);
  if (role) return role.id;
  const message = `There is no root role "${idOrName}": choose one of ${ROOT_ROLES.join(', ')}, or one of the type "root-custom".`;
  throw new BadDataError(message, [{ message, path: '/body/rootRole' }]);
}

/**
 * By whom a password was changed: by an administrator, by the user who knew the old one, by who had
 * the link for it, or because single sign-on found that nobody knows who chose it.
 */
type Changer = 'administrator' | 'user' | 'link' | 'single-sign-on';

/**
 * Gives a user a password; null for none. Everything that let the user in until now ends: all
 * sessions, and the link by which a password can be chosen.
 */
export async function setPassword(
  userId: number,
  passwordHash: string | null,
  by: Changer,
  tx: Tx,
  actor: Actor = tx.actor,
): Promise<void> {
  await tx.repo(AppUser).update({ id: userId }, { passwordHash, loginAttempts: 0 });
  await endSessions(userId, tx);
  await tx.recordEntries([
    { actor, event: { type: 'user-password-changed', data: { id: userId, by } } },
  ]);
}

/**
 * Deletes a user, or a service account, who is locked. The row stays, for the history that names
 * it; roles and groups do not.
 */
export async function removeUser(
  before: UserPayload,
  tx: Tx,
  kind: AccountKind = 'user',
): Promise<void> {
  await tx
    .repo(AppUser)
    .update({ id: before.id }, { deletedAt: () => 'now()', passwordHash: null, rootRoleId: null });
  await endSessions(before.id, tx);
  await removeSecondFactors(before.id, tx);
  await tx.query('DELETE FROM personal_token WHERE user_id = $1', [before.id]);
  await tx.query('DELETE FROM group_member WHERE user_id = $1', [before.id]);
  await removeProjectRoles(before.id, tx);
  await tx.record({ type: `${kind}-deleted`, preData: before });
}

/**
 * Comes after the change of the user's own row: a session that opens meanwhile waits for that row,
 * and finds it changed.
 */
async function endSessions(userId: number, tx: Tx): Promise<void> {
  await tx.query('DELETE FROM session WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM pending_sign_in WHERE user_id = $1', [userId]);
  await endResetLink(userId, tx);
}

/** Ends the link by which a user, whose row is locked, could choose a password, if there is one. */
export async function endResetLink(userId: number, tx: Tx): Promise<void> {
  await tx.query('DELETE FROM password_reset WHERE user_id = $1', [userId]);
}

/** How e-mail addresses are kept. */
export function toEmail(text: string | null | undefined): string | null {
  return text ? foldCase(text) : null;
}

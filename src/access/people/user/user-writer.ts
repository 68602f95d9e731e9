import { removeProjectRoles } from '../../../core/auth/permissions/project-roles.js';
import { ADMIN_ROLE, ROOT_ROLES } from '../../../core/auth/permissions/role-permissions.js';
import type { SecondFactorResetPayload, UserPayload } from '../../../core/event/account-events.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { endAccessOf } from '../access-request/access-request-end.js';
import { AppUser } from './app-user.entity.js';
import { changeSignInNames, foldCase } from './sign-in-names.js';
import {
  COUNT_FAILURE,
  DELETE_PREFERENCES,
  DELETE_FEDERATED_CREDENTIALS,
  DELETE_PERSONAL_TOKENS,
  DELETE_RESET_LINK,
  END_PENDING_SIGN_INS,
  END_SESSIONS,
  LEAVE_GROUPS,
  LOCK_ROLE,
  READ_USER,
  REMOVE_ALL,
  SIGN_IN,
} from './user-writer.sql.js';
import { unknownUser } from './user.read-model.js';
import type { UserResponse } from './user.response.js';

/**
 * Removes all second factors of a user, whose row must be locked.
 * @returns The number of removed factors by kind.
 */
export async function removeSecondFactors(
  userId: number,
  tx: Tx,
): Promise<Omit<SecondFactorResetPayload, 'id'>> {
  const [counts] = await tx.query(REMOVE_ALL, [userId]);
  return counts!;
}

/** Kinds of accounts that can be created and deleted. */
export type AccountKind = Exclude<AppUser['kind'], 'system'>;

/** A user to create. */
interface NewUser {
  name?: string | null;
  username?: string | null;
  email?: string | null;
  rootRoleId: number;
  /** null for a user who still has to set a password. */
  passwordHash: string | null;
}

/**
 * Adds a user.
 * @returns The id.
 * @throws BadDataError when user name or e-mail address is taken, or both are missing.
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
  await changeSignInNames(id, {}, row, tx);
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
  const id = identifiers[0]!['id'] as number;
  await changeSignInNames(id, {}, row, tx);
  await tx.record({ type: 'user-created', data: { id, username, rootRole: ADMIN_ROLE } });
}

/** @throws BadDataError when both user name and e-mail address are missing. */
export function requireIdentified({ username, email }: Pick<NewUser, 'username' | 'email'>): void {
  if (!username && !email) throw new BadDataError('A user needs a user name or an e-mail address.');
}

/**
 * Locks a user or service account.
 * @throws NotFoundError when there is none.
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

/** Reads an existing user. */
export async function readUser(id: number, tx: Tx): Promise<UserPayload> {
  const [row] = await tx.query(READ_USER, [id]);
  return row!.user;
}

/**
 * The id of a root role.
 * @throws BadDataError when no role has this id or else this name.
 */
export async function rootRoleId(idOrName: number | string, tx: Tx): Promise<number> {
  const [role] = await tx.query(LOCK_ROLE, [String(idOrName)]);
  if (role) return role.id;
  const message =
    `There is no root role "${idOrName}": choose one of ${ROOT_ROLES.join(', ')}, or a role of ` +
    'type "root-custom".';
  throw new BadDataError(message, [{ message, path: '/body/rootRole' }]);
}

/**
 * Who changed a password: an administrator, the user, the holder of a link, or single sign-on, when
 * it is unknown who chose the password.
 */
type Changer = 'administrator' | 'user' | 'link' | 'single-sign-on';

/**
 * Sets or, with null, removes a password. Ends all sessions and any link for setting a password.
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
 * Deletes a locked user or service account. The row stays because events refer to it; roles and
 * group memberships are removed.
 * @param keepsNames Whether nobody else can get its names.
 */
export async function removeUser(
  before: UserPayload,
  tx: Tx,
  kind: AccountKind = 'user',
  { keepsNames = false } = {},
): Promise<void> {
  await tx
    .repo(AppUser)
    .update({ id: before.id }, { deletedAt: () => 'now()', passwordHash: null, rootRoleId: null });
  if (!keepsNames) await changeSignInNames(before.id, before, {}, tx);
  await endSessions(before.id, tx);
  await removeSecondFactors(before.id, tx);
  await tx.query(DELETE_PERSONAL_TOKENS, [before.id]);
  await tx.query(DELETE_FEDERATED_CREDENTIALS, [before.id]);
  await tx.query(DELETE_PREFERENCES, [before.id]);
  await tx.query(LEAVE_GROUPS, [before.id]);
  await removeProjectRoles(before.id, tx);
  await endAccessOf(before.id, tx);
  await tx.record({ type: `${kind}-deleted`, preData: before });
}

/**
 * Runs after the user's row was changed: a concurrent sign-in waits for that row and then fails.
 */
async function endSessions(userId: number, tx: Tx): Promise<void> {
  await tx.query(END_SESSIONS, [userId]);
  await tx.query(END_PENDING_SIGN_INS, [userId]);
  await endResetLink(userId, tx);
}

/** Invalidates the one-time link of a user, whose row must be locked. */
export async function endResetLink(userId: number, tx: Tx): Promise<void> {
  await tx.query(DELETE_RESET_LINK, [userId]);
}

/** Normalises an e-mail address for storage. */
export function toEmail(text: string | null | undefined): string | null {
  return text ? foldCase(text) : null;
}

/**
 * Records a sign-in of a user and locks the user.
 * @returns The user; undefined when the user no longer exists.
 */
export async function noteSignIn(
  userId: number,
  tx: Tx,
): Promise<{ user: Json<UserResponse>; name: string; seenBefore: Date | null } | undefined> {
  const [row] = await tx.query(SIGN_IN, [userId]);
  return row;
}

/** Counts a failed login of a user. */
export async function countFailedSignIn(userId: number, tx: Tx): Promise<void> {
  await tx.query(COUNT_FAILURE, [userId]);
}

/** Replaces the hash of the same password by a better one. */
export async function replacePasswordHash(id: number, passwordHash: string, tx: Tx): Promise<void> {
  await tx.repo(AppUser).update({ id }, { passwordHash });
}

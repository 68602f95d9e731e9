import type { Tx } from '../../../../core/event/tx.js';
import type { Identity, IdentityKey } from './identity.js';
import type { UserIdentityResponse } from './user-identity.dto.js';
import {
  COUNT_IDENTITIES,
  END_SESSIONS,
  LINK,
  LOCK_ANY_USER,
  LOCK_PRESENT_USER,
  NOTE_LOGIN,
  UNLINK_ONE,
  UNLINK_UNTRUSTED,
} from './user-identity.sql.js';

/** Maximum number of identities per user. */
export const MAX_IDENTITIES = 50;

/** An existing or deleted user. */
export interface KnownUser {
  id: number;
  name: string;
  kind: 'user' | 'service-account' | 'system';
  isDeleted: boolean;
}

/** How an identity is linked to a user. */
export interface Link {
  userId: number;
  /** The e-mail address according to the provider. */
  email?: string;
  /** Whether the identity is known to belong to the owner of the user's e-mail address. */
  isEmailTrusted: boolean;
  /** Whether the owner is signing in with it now. */
  isLogin: boolean;
}

/** Serialises logins and links of one identity until the transaction ends. */
export async function lockIdentity(
  { protocol, issuer, subject }: IdentityKey,
  tx: Tx,
): Promise<void> {
  await lockName(`identity ${protocol} ${issuer} ${subject}`, tx);
}

/** Serialises transactions that lock the same name. */
export async function lockName(name: string, tx: Tx): Promise<void> {
  await tx.lockName('identities', name);
}

/** Finds and locks the user of an identity; by default also a deleted one. */
export async function findUserOf(
  { protocol, issuer, subject, subjectFormat }: IdentityKey,
  tx: Tx,
  which: 'present' | 'any' = 'any',
): Promise<(KnownUser & { identityId: number }) | undefined> {
  const [found] = await tx.query(which === 'present' ? LOCK_PRESENT_USER : LOCK_ANY_USER, [
    protocol,
    issuer,
    subject,
    subjectFormat ?? null,
  ]);
  return found;
}

/**
 * Records a login, and the format of the NameID if it was unknown.
 * @returns Whether the identity still belongs to the user; it may have been removed meanwhile.
 */
export async function noteLogin(
  identityId: number,
  userId: number,
  { email, subjectFormat }: Identity,
  tx: Tx,
): Promise<boolean> {
  const values = [identityId, userId, email ?? null, subjectFormat ?? null] as const;
  return (await tx.query(NOTE_LOGIN, values)).length > 0;
}

/** Whether a user has the maximum number of identities. */
export async function isFull(userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query(COUNT_IDENTITIES, [userId]);
  return row!.n >= MAX_IDENTITIES;
}

/** Links a locked identity to a user, and unlinks it from any previous one. */
export async function linkIdentity(
  key: IdentityKey,
  link: Link,
  tx: Tx,
): Promise<UserIdentityResponse> {
  const values = [
    link.userId,
    key.protocol,
    key.issuer,
    key.subject,
    link.email ?? null,
    link.isEmailTrusted,
    tx.actor.name,
    link.isLogin,
    key.subjectFormat ?? null,
  ] as const;
  const [row] = await tx.query(LINK, values);
  return row!.identity;
}

/**
 * Unlinks identities of a locked user, and ends the sessions opened with that protocol.
 * @returns The unlinked identities.
 */
export async function unlinkIdentities(
  userId: number,
  which: { id: number } | 'untrusted',
  tx: Tx,
): Promise<UserIdentityResponse[]> {
  const removed =
    which === 'untrusted'
      ? await tx.query(UNLINK_UNTRUSTED, [userId])
      : await tx.query(UNLINK_ONE, [userId, which.id]);
  for (const { identity } of removed) {
    await tx.query(END_SESSIONS, [userId, identity.provider]);
    await tx.record({ type: 'user-identity-unlinked', preData: identity });
  }
  return removed.map(({ identity }) => identity);
}

import type { Tx } from '../../../event/tx.js';
import type { Identity, IdentityKey } from './identity.js';
import type { UserIdentityResponse } from './user-identity.response.js';

/** Maximum number of identities per user. */
export const MAX_IDENTITIES = 50;

/** JSON of an identity `i`. */
export const USER_IDENTITY_JSON = /* sql */ `
  jsonb_build_object('id', i.id, 'userId', i.user_id, 'provider', i.protocol, 'issuer', i.issuer, 'subject', i.subject, 'subjectFormat', i.subject_format, 'email', i.email,
    'createdAt', iso8601(i.created_at), 'createdBy', i.created_by, 'lastLoginAt', iso8601(i.last_login_at))`;

/**
 * The user that an identity belongs to, who is locked. One whose format is not known may have any.
 * $1 protocol, $2 issuer, $3 subject, $4 format or null for any.
 */
const findUser = (which: 'present' | 'any'): string => /* sql */ `
  SELECT i.id AS "identityId", u.id, COALESCE(u.email, u.username, u.name) AS name, u.kind, u.deleted_at IS NOT NULL AS "isDeleted"
    FROM user_identity i JOIN app_user u ON u.id = i.user_id
   WHERE i.protocol = $1 AND i.issuer = $2 AND i.subject = $3
     AND ($4::text IS NULL OR i.subject_format IS NULL OR i.subject_format = $4) ${which === 'present' ? 'AND u.deleted_at IS NULL' : ''}
   ORDER BY i.subject_format = $4 DESC NULLS LAST, u.deleted_at IS NOT NULL, i.id LIMIT 1 FOR NO KEY UPDATE OF u /* locks users */`;

/** The format stays unknown where a deleted user has the identity of that format. */
const NOTE_LOGIN = /* sql */ `
  UPDATE user_identity i SET last_login_at = now(), email = $3,
         subject_format = COALESCE(i.subject_format, (SELECT $4::text WHERE NOT EXISTS (
           SELECT FROM user_identity o WHERE o.protocol = i.protocol AND o.issuer = i.issuer AND o.subject = i.subject AND o.subject_format = $4)))
   WHERE i.id = $1 AND i.user_id = $2 RETURNING i.id`;

const LINK = /* sql */ `
  INSERT INTO user_identity AS i (user_id, protocol, issuer, subject, email, is_email_trusted, created_by, last_login_at, subject_format)
  VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END, $9)
  ON CONFLICT ON CONSTRAINT user_identity_subject_key DO UPDATE
     SET user_id = excluded.user_id, email = excluded.email, is_email_trusted = excluded.is_email_trusted, created_at = now(),
         created_by = excluded.created_by, last_login_at = excluded.last_login_at
  RETURNING ${USER_IDENTITY_JSON} AS identity`;

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

/** Finds and locks the user that an identity belongs to, by default one who is deleted too. */
export async function findUserOf(
  { protocol, issuer, subject, subjectFormat }: IdentityKey,
  tx: Tx,
  which: 'present' | 'any' = 'any',
): Promise<(KnownUser & { identityId: number }) | undefined> {
  const [found] = await tx.query<KnownUser & { identityId: number }>(findUser(which), [
    protocol,
    issuer,
    subject,
    subjectFormat ?? null,
  ]);
  return found;
}

/**
 * Notes a login, and the format of the NameID where it was not known. @returns Whether the identity
 * still belongs to the user: it may have been removed a moment ago.
 */
export async function noteLogin(
  identityId: number,
  userId: number,
  { email, subjectFormat }: Identity,
  tx: Tx,
): Promise<boolean> {
  const values = [identityId, userId, email ?? null, subjectFormat ?? null];
  return (await tx.query(NOTE_LOGIN, values)).length > 0;
}

/** Whether a user has the maximum number of identities. */
export async function isFull(userId: number, tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM user_identity WHERE user_id = $1',
    [userId],
  );
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
  ];
  const [row] = await tx.query<{ identity: UserIdentityResponse }>(LINK, values);
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
  const condition = which === 'untrusted' ? 'NOT i.is_email_trusted' : 'i.id = $2';
  const removed = await tx.query<{ identity: UserIdentityResponse }>(
    `DELETE FROM user_identity i WHERE i.user_id = $1 AND ${condition} RETURNING ${USER_IDENTITY_JSON} AS identity`,
    which === 'untrusted' ? [userId] : [userId, which.id],
  );
  for (const { identity } of removed) {
    await tx.query(
      'DELETE FROM session s USING sso_session o WHERE o.secret_hash = s.secret_hash AND s.user_id = $1 AND o.protocol = $2',
      [userId, identity.provider],
    );
    await tx.record({ type: 'user-identity-unlinked', preData: identity });
  }
  return removed.map(({ identity }) => identity);
}

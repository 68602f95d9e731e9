import { statement } from '../../../../platform/database/statement.js';
import type { UserIdentitiesResponse, UserIdentityResponse } from './user-identity.dto.js';
import type { KnownUser } from './user-identity.store.js';
import { IS_PERSON } from '../../../people/user/user.sql.js';
import type { Json } from '../../../../platform/http/json.js';

/** JSON of an identity `i`. */
const USER_IDENTITY_JSON = /* sql */ `
  jsonb_build_object('id', i.id, 'userId', i.user_id, 'provider', i.protocol, 'issuer', i.issuer,
    'subject', i.subject, 'subjectFormat', i.subject_format, 'email', i.email,
    'createdAt', iso8601(i.created_at), 'createdBy', i.created_by,
    'lastLoginAt', iso8601(i.last_login_at))`;

export const LIST = statement<[userId: number], { identities: Json<UserIdentitiesResponse> }>(
  'user-identity.list',
  /* sql */ `
    SELECT (SELECT json_build_object('identities', COALESCE(json_agg(${USER_IDENTITY_JSON}
      ORDER BY i.id), '[]'))
              FROM user_identity i WHERE i.user_id = u.id)::text AS identities
      FROM app_user u WHERE u.id = $1 AND ${IS_PERSON}`,
);

export const READ_IDENTITY = statement<[identityId: number], { identity: UserIdentityResponse }>(
  'user-identity.read-identity',
  /* sql */ `
    SELECT ${USER_IDENTITY_JSON} AS identity FROM user_identity i WHERE i.id = $1`,
);

/** The format stays unknown where a deleted user has the identity of that format. */
export const NOTE_LOGIN = statement<
  [identityId: number, userId: number, email: string | null, subjectFormat: string | null]
>(
  'user-identity.note-login',
  /* sql */ `
    UPDATE user_identity i SET last_login_at = now(), email = $3,
           subject_format = COALESCE(i.subject_format, (SELECT $4::text WHERE NOT EXISTS (
             SELECT FROM user_identity o
               WHERE o.protocol = i.protocol AND o.issuer = i.issuer AND o.subject = i.subject
                 AND o.subject_format = $4)))
     WHERE i.id = $1 AND i.user_id = $2 RETURNING 1`,
);

export const LINK = statement<
  [
    userId: number,
    protocol: string,
    issuer: string,
    subject: string,
    email: string | null,
    isEmailTrusted: boolean,
    actorName: string,
    isLogin: boolean,
    subjectFormat: string | null,
  ],
  { identity: UserIdentityResponse }
>(
  'user-identity.link',
  /* sql */ `
    INSERT INTO user_identity
      AS i (user_id, protocol, issuer, subject, email, is_email_trusted, created_by,
        last_login_at,
        subject_format)
    VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END, $9)
    ON CONFLICT ON CONSTRAINT user_identity_subject_key DO UPDATE
       SET user_id = excluded.user_id, email = excluded.email,
         is_email_trusted = excluded.is_email_trusted, created_at = now(),
           created_by = excluded.created_by, last_login_at = excluded.last_login_at
    RETURNING ${USER_IDENTITY_JSON} AS identity`,
);

export const COUNT_IDENTITIES = statement<[userId: number], { n: number }>(
  'user-identity.count-identities',
  'SELECT count(*)::int AS n FROM user_identity WHERE user_id = $1',
);

export const END_SESSIONS = statement<[userId: number, provider: string]>(
  'user-identity.end-sessions',
  /* sql */ `
    DELETE FROM session s USING sso_session o
      WHERE o.secret_hash = s.secret_hash AND s.user_id = $1 AND o.protocol = $2`,
);

const lockUser = (condition: string): string => /* sql */ `
  SELECT i.id AS "identityId", u.id, COALESCE(u.email, u.username, u.name) AS name, u.kind,
         u.deleted_at IS NOT NULL AS "isDeleted"
    FROM user_identity i JOIN app_user u ON u.id = i.user_id
   WHERE i.protocol = $1 AND i.issuer = $2 AND i.subject = $3
     AND ($4::text IS NULL OR i.subject_format IS NULL OR i.subject_format = $4) ${condition}
   ORDER BY i.subject_format = $4 DESC NULLS LAST, u.deleted_at IS NOT NULL, i.id
   LIMIT 1 FOR NO KEY UPDATE OF u /* locks users */`;

/** An identity whose format is not known may have any format; null stands for any format, too. */
type IdentityParams = [
  protocol: string,
  issuer: string,
  subject: string,
  subjectFormat: string | null,
];

/** Locks the user that an identity belongs to, unless deleted. */
export const LOCK_PRESENT_USER = statement<IdentityParams, KnownUser & { identityId: number }>(
  'user-identity.lock-present-user',
  lockUser('AND u.deleted_at IS NULL'),
);

/** Locks the user that an identity belongs to, who may be deleted. */
export const LOCK_ANY_USER = statement<IdentityParams, KnownUser & { identityId: number }>(
  'user-identity.lock-any-user',
  lockUser(''),
);

export const UNLINK_ONE = statement<
  [userId: number, identityId: number],
  { identity: UserIdentityResponse }
>(
  'user-identity.unlink-one',
  /* sql */ `
    DELETE FROM user_identity i WHERE i.user_id = $1 AND i.id = $2
    RETURNING ${USER_IDENTITY_JSON} AS identity`,
);

export const UNLINK_UNTRUSTED = statement<[userId: number], { identity: UserIdentityResponse }>(
  'user-identity.unlink-untrusted',
  /* sql */ `
    DELETE FROM user_identity i WHERE i.user_id = $1 AND NOT i.is_email_trusted
    RETURNING ${USER_IDENTITY_JSON} AS identity`,
);

import {
  HAS_SECOND_FACTOR,
  IS_IN_USE,
  METHODS,
  SECURITY_JSON,
} from '../../../core/auth/session/session-lookup.sql.js';
import { shownAddress } from '../../../core/event/event-payload.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { SessionsResponse } from './own-sessions.response.js';
import type { SecuritySettings } from '../../../core/auth/session/security-settings.js';
import type { Pending } from './pending-sign-ins.js';

/** Ends the previous session of the browser, whoever it belonged to. */
export const END_FORMER = statement<[formerHash: Buffer], { userId: number }>(
  'sessions.end-former',
  'DELETE FROM session WHERE secret_hash = $1 RETURNING user_id AS "userId"',
);

/** Ends the least recently used sessions beyond the maximum. */
export const END_EXCESS = statement<[userId: number, sessionsPerUser: number]>(
  'sessions.end-excess',
  /* sql */ `
    DELETE FROM session WHERE secret_hash IN (
      SELECT secret_hash FROM session WHERE user_id = $1 AND expires_at > now()
        ORDER BY seen_at DESC, created_at DESC OFFSET $2)
    RETURNING 1`,
);

export const OPEN = statement<
  [
    secretHash: Buffer,
    userId: number,
    expiresAt: Date,
    isConfirmed: boolean,
    authType: string,
    address: string | null,
    userAgent: string | null,
    seenBefore: Date | null,
  ]
>(
  'sessions.open',
  /* sql */ `
    INSERT INTO session (secret_hash, user_id, expires_at, confirmed_at, auth_type, address,
      user_agent, seen_before)
    SELECT $1, u.id, $3, CASE WHEN $4 OR NOT ${HAS_SECOND_FACTOR} THEN now() END, $5, $6, $7, $8
      FROM app_user u WHERE u.id = $2`,
);

export const REMEMBER_PROVIDER = statement<
  [secretHash: Buffer, authType: string, signOut: Record<string, string>]
>(
  'sessions.remember-provider',
  'INSERT INTO sso_session (secret_hash, protocol, sign_out) VALUES ($1, $2, $3)',
);

export const REMOVE_SESSIONS = statement<[]>(
  'sessions.remove-sessions',
  `DELETE FROM session s WHERE s.expires_at <= now() OR NOT ${IS_IN_USE}`,
);

export const REMOVE_PENDING = statement<[]>(
  'sessions.remove-pending',
  'DELETE FROM pending_sign_in WHERE expires_at <= now()',
);

export const REMOVE_CHALLENGES = statement<[]>(
  'sessions.remove-challenges',
  'DELETE FROM passkey_challenge WHERE expires_at <= now()',
);

type Page = [after: string, most: number];

/** A row with an encrypted ID token: its key, and what contains the token as JSON. */
interface Sealed {
  key: string;
  content: string;
}

type Replacement = [key: string, before: string, after: string];

const readSealed = (table: string): string => /* sql */ `
  SELECT encode(secret_hash, 'hex') AS key, sign_out::text AS content FROM ${table}
   WHERE sign_out ? 'idToken' AND secret_hash > decode($1, 'hex')
   ORDER BY secret_hash LIMIT $2`;

const replaceIn = (table: string): string => /* sql */ `
  UPDATE ${table} SET sign_out = $3::jsonb
   WHERE secret_hash = decode($1, 'hex') AND sign_out = $2::jsonb RETURNING 1`;

/** Sessions of single sign-on with an encrypted ID token. */
export const READ_SESSIONS = statement<Page, Sealed>(
  'sessions.read-sessions',
  readSealed('sso_session'),
);

export const REPLACE_IN_SESSION = statement<Replacement>(
  'sessions.replace-in-session',
  replaceIn('sso_session'),
);

/** Logins with an encrypted ID token that wait for the second factor. */
export const READ_PENDING = statement<Page, Sealed>(
  'sessions.read-pending',
  readSealed('pending_sign_in'),
);

export const REPLACE_IN_PENDING = statement<Replacement>(
  'sessions.replace-in-pending',
  replaceIn('pending_sign_in'),
);

export const LIST = statement<
  [userId: number, current: string | null],
  { json: Json<SessionsResponse> }
>(
  'sessions.list',
  /* sql */ `
    SELECT jsonb_build_object('sessions', COALESCE(jsonb_agg(jsonb_build_object('id', s.id,
      'createdAt', iso8601(s.created_at),
             'seenAt', iso8601(s.seen_at), 'expiresAt', iso8601(s.expires_at),
             'confirmedAt', iso8601(s.confirmed_at),
             'authType', s.auth_type, 'address', ${shownAddress('s.address')},
             'userAgent', s.user_agent,
             'current', s.id IS NOT DISTINCT FROM $2)
             ORDER BY s.id IS NOT DISTINCT FROM $2 DESC, s.seen_at DESC, s.created_at DESC, s.id),
               '[]'))::text AS json
      FROM session s WHERE s.user_id = $1 AND s.expires_at > now() AND ${IS_IN_USE}`,
);

export const END_ONE = statement<[userId: number, id: string]>(
  'sessions.end-one',
  'DELETE FROM session WHERE user_id = $1 AND id = $2 RETURNING 1',
);

export const END_OTHERS = statement<[userId: number, except: string | null]>(
  'sessions.end-others',
  'DELETE FROM session WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING 1',
);

export const END_PENDING = statement<[userId: number]>(
  'sessions.end-pending',
  'DELETE FROM pending_sign_in WHERE user_id = $1',
);

/**
 * Counts a failure. `unrecorded` is 0 when this failure must be recorded; `unrecordedBefore` is
 * then the number of failures before it that were not recorded.
 */
export const COUNT_FAILURES = statement<
  [key: string, maxRecorded: number],
  { unrecorded: number; unrecordedBefore: number }
>(
  'sessions.count-failures',
  /* sql */ `
    INSERT INTO login_failure AS f (key) VALUES ($1)
    ON CONFLICT ON CONSTRAINT login_failure_pkey DO UPDATE SET
      since       = CASE WHEN f.since <= now() - interval '1 minute' THEN now()
        ELSE f.since END,
      told        = CASE WHEN f.since <= now() - interval '1 minute' THEN 1
        ELSE LEAST(f.told + 1, $2) END,
      untold      = CASE WHEN f.since <= now() - interval '1 minute' OR f.told < $2 THEN 0
        ELSE f.untold + 1 END,
      made_up_for = CASE WHEN f.since <= now() - interval '1 minute'
        OR f.told < $2 THEN f.untold
        ELSE 0 END
    RETURNING untold AS unrecorded, made_up_for AS "unrecordedBefore"`,
);

export const DELETE_OLD_FAILURES = statement<[]>(
  'sessions.delete-old-failures',
  "DELETE FROM login_failure WHERE since < now() - interval '24 hours'",
);

/** Wrong second factors after which the sign-in has to start again. */
const MAX_FAILURES = 5;

export const READ_METHODS = statement<
  [userId: number],
  { methods: string[]; settings: SecuritySettings | null }
>(
  'sessions.read-methods',
  /* sql */ `
    SELECT ${METHODS} AS methods, ${SECURITY_JSON} AS settings FROM app_user u WHERE u.id = $1`,
);

export const END_EXCESS_PENDING = statement<[userId: number, maxOfUser: number]>(
  'sessions.end-excess-pending',
  /* sql */ `
    DELETE FROM pending_sign_in WHERE secret_hash IN (
      SELECT secret_hash FROM pending_sign_in WHERE user_id = $1
        ORDER BY created_at DESC OFFSET $2)`,
);

export const ADD_PENDING = statement<
  [
    secretHash: Buffer,
    userId: number,
    authType: string,
    signOut: Record<string, string> | null,
    expires: Date,
  ]
>(
  'sessions.add-pending',
  /* sql */ `
    INSERT INTO pending_sign_in (secret_hash, user_id, auth_type, sign_out, expires_at)
      VALUES ($1, $2, $3, $4, $5)`,
);

/** The sign-in with the secret `$1` that can still be completed, and its user `u`. */
const PENDING = /* sql */ `
  pending_sign_in p JOIN app_user u ON u.id = p.user_id
    WHERE p.secret_hash = $1 AND p.expires_at > now() AND p.failures < ${MAX_FAILURES}
      AND u.deleted_at IS NULL`;

export const READ_ONE_PENDING = statement<[secretHash: Buffer], Pending>(
  'sessions.read-one-pending',
  /* sql */ `
    SELECT p.user_id AS "userId", COALESCE(u.email, u.username, u.name) AS name,
      p.auth_type AS "authType", p.sign_out AS "signOut"
      FROM ${PENDING}`,
);

export const READ_PENDING_METHODS = statement<[secretHash: Buffer], { methods: string[] }>(
  'sessions.read-pending-methods',
  `SELECT ${METHODS} AS methods FROM ${PENDING}`,
);

export const FAIL_PENDING = statement<[secretHash: Buffer]>(
  'sessions.fail-pending',
  'UPDATE pending_sign_in SET failures = failures + 1 WHERE secret_hash = $1',
);

export const USE_UP_PENDING = statement<[secretHash: Buffer]>(
  'sessions.use-up-pending',
  /* sql */ `
    DELETE FROM pending_sign_in
      WHERE secret_hash = $1 AND expires_at > now() AND failures < ${MAX_FAILURES} RETURNING 1`,
);

import { HAS_SECOND_FACTOR, IS_IN_USE } from '../../../core/auth/session/session-lookup.sql.js';
import { shownAddress } from '../../../core/event/event-payload.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { SessionsResponse } from './own-sessions.response.js';

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
  ]
>(
  'sessions.open',
  /* sql */ `
    INSERT INTO session (secret_hash, user_id, expires_at, confirmed_at, auth_type, address,
      user_agent)
    SELECT $1, u.id, $3, CASE WHEN $4 OR NOT ${HAS_SECOND_FACTOR} THEN now() END, $5, $6, $7
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

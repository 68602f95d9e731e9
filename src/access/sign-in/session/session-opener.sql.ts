import { HAS_SECOND_FACTOR } from '../../../core/auth/session/second-factor.sql.js';
import { statement } from '../../../platform/database/statement.js';

/** Ends the previous session of the browser, whoever it belonged to. */
export const END_FORMER = statement<[formerHash: Buffer], { userId: number }>(
  'session-opener.end-former',
  'DELETE FROM session WHERE secret_hash = $1 RETURNING user_id AS "userId"',
);

/** Ends the least recently used sessions beyond the maximum. */
export const END_EXCESS = statement<[userId: number, sessionsPerUser: number]>(
  'session-opener.end-excess',
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
  'session-opener.open',
  /* sql */ `
    INSERT INTO session (secret_hash, user_id, expires_at, confirmed_at, auth_type, address,
      user_agent)
    SELECT $1, u.id, $3, CASE WHEN $4 OR NOT ${HAS_SECOND_FACTOR} THEN now() END, $5, $6, $7
      FROM app_user u WHERE u.id = $2`,
);

export const REMEMBER_PROVIDER = statement<
  [secretHash: Buffer, authType: string, signOut: Record<string, string>]
>(
  'session-opener.remember-provider',
  'INSERT INTO sso_session (secret_hash, protocol, sign_out) VALUES ($1, $2, $3)',
);

import type { SecuritySettings } from '../../../core/auth/session/security-settings.js';
import { METHODS, SECURITY_JSON } from '../../../core/auth/session/session-lookup.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Pending } from './pending-sign-ins.js';

/** Wrong second factors after which the sign-in has to start again. */
const MAX_FAILURES = 5;

export const READ_METHODS = statement<
  [userId: number],
  { methods: string[]; settings: SecuritySettings | null }
>(
  'pending-sign-ins.read-methods',
  /* sql */ `
    SELECT ${METHODS} AS methods, ${SECURITY_JSON} AS settings FROM app_user u WHERE u.id = $1`,
);

export const END_EXCESS = statement<[userId: number, maxOfUser: number]>(
  'pending-sign-ins.end-excess',
  /* sql */ `
    DELETE FROM pending_sign_in WHERE secret_hash IN (
      SELECT secret_hash FROM pending_sign_in WHERE user_id = $1
        ORDER BY created_at DESC OFFSET $2)`,
);

export const ADD = statement<
  [
    secretHash: Buffer,
    userId: number,
    authType: string,
    signOut: Record<string, string> | null,
    expires: Date,
  ]
>(
  'pending-sign-ins.add',
  /* sql */ `
    INSERT INTO pending_sign_in (secret_hash, user_id, auth_type, sign_out, expires_at)
      VALUES ($1, $2, $3, $4, $5)`,
);

/** The sign-in with the secret `$1` that can still be completed, and its user `u`. */
const PENDING = /* sql */ `
  pending_sign_in p JOIN app_user u ON u.id = p.user_id
    WHERE p.secret_hash = $1 AND p.expires_at > now() AND p.failures < ${MAX_FAILURES}
      AND u.deleted_at IS NULL`;

export const READ = statement<[secretHash: Buffer], Pending>(
  'pending-sign-ins.read',
  /* sql */ `
    SELECT p.user_id AS "userId", COALESCE(u.email, u.username, u.name) AS name,
      p.auth_type AS "authType", p.sign_out AS "signOut"
      FROM ${PENDING}`,
);

export const READ_PENDING_METHODS = statement<[secretHash: Buffer], { methods: string[] }>(
  'pending-sign-ins.read-pending-methods',
  `SELECT ${METHODS} AS methods FROM ${PENDING}`,
);

export const FAIL = statement<[secretHash: Buffer]>(
  'pending-sign-ins.fail',
  'UPDATE pending_sign_in SET failures = failures + 1 WHERE secret_hash = $1',
);

export const USE_UP = statement<[secretHash: Buffer]>(
  'pending-sign-ins.use-up',
  /* sql */ `
    DELETE FROM pending_sign_in
      WHERE secret_hash = $1 AND expires_at > now() AND failures < ${MAX_FAILURES} RETURNING 1`,
);

import { statement } from '../../../platform/database/statement.js';
import type { Account } from '../session/login-failures.js';

export interface Candidate extends Account {
  passwordHash: string | null;
}

/**
 * Finds users by user name or e-mail address. Two when the user name of one is the address of
 * another, who must still be able to sign in.
 */
export const FIND_CANDIDATES = statement<[username: string, email: string | null], Candidate>(
  'session.find-candidates',
  /* sql */ `
    SELECT id, COALESCE(email, username, name) AS name, password_hash AS "passwordHash"
      FROM app_user
     WHERE (username = $1 OR lower(email) = $2) AND kind = 'user' AND deleted_at IS NULL
     ORDER BY lower(email) = $2 DESC NULLS LAST`,
);

export const HAS_BCRYPT = statement<[], { some: boolean }>(
  'session.has-bcrypt',
  /* sql */ `
    SELECT EXISTS (SELECT FROM app_user WHERE password_hash LIKE '$2%' AND deleted_at IS NULL)
      AS some`,
);

export const LOCK_PASSWORD = statement<[id: number, kept: string]>(
  'session.lock-password',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

/**
 * Ends all sessions of the user of a session, and all sign-ins that wait for a second factor.
 * Returns the user.
 */
export const END_ALL = statement<[secretHash: Buffer], Account>(
  'session.end-all',
  /* sql */ `
    WITH whose AS (
      SELECT u.id, COALESCE(u.email, u.username, u.name) AS name FROM session s
        JOIN app_user u ON u.id = s.user_id
       WHERE s.secret_hash = $1 AND s.expires_at > now()
    ), ended AS (
      DELETE FROM session WHERE user_id = (SELECT id FROM whose)
    ), pending AS (
      DELETE FROM pending_sign_in WHERE user_id = (SELECT id FROM whose)
    )
    SELECT id, name FROM whose`,
);

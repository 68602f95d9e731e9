import { statement } from '../../database/statement.js';

/** Sessions of single sign-on with an encrypted ID token. */
export const READ_SESSIONS = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'sealed-sessions.read-sessions',
  /* sql */ `
    SELECT encode(secret_hash, 'hex') AS key, sign_out::text AS content FROM sso_session
     WHERE sign_out ? 'idToken' AND secret_hash > decode($1, 'hex')
     ORDER BY secret_hash LIMIT $2`,
);

export const REPLACE_IN_SESSION = statement<[key: string, before: string, after: string]>(
  'sealed-sessions.replace-in-session',
  /* sql */ `
    UPDATE sso_session SET sign_out = $3::jsonb
     WHERE secret_hash = decode($1, 'hex') AND sign_out = $2::jsonb RETURNING 1`,
);

/** Logins with an encrypted ID token that wait for the second factor. */
export const READ_PENDING = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'sealed-sessions.read-pending',
  /* sql */ `
    SELECT encode(secret_hash, 'hex') AS key, sign_out::text AS content FROM pending_sign_in
     WHERE sign_out ? 'idToken' AND secret_hash > decode($1, 'hex')
     ORDER BY secret_hash LIMIT $2`,
);

export const REPLACE_IN_PENDING = statement<[key: string, before: string, after: string]>(
  'sealed-sessions.replace-in-pending',
  /* sql */ `
    UPDATE pending_sign_in SET sign_out = $3::jsonb
     WHERE secret_hash = decode($1, 'hex') AND sign_out = $2::jsonb RETURNING 1`,
);

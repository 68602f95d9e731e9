import { statement } from '../../../platform/database/statement.js';

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
  'sealed-sessions.read-sessions',
  readSealed('sso_session'),
);

export const REPLACE_IN_SESSION = statement<Replacement>(
  'sealed-sessions.replace-in-session',
  replaceIn('sso_session'),
);

/** Logins with an encrypted ID token that wait for the second factor. */
export const READ_PENDING = statement<Page, Sealed>(
  'sealed-sessions.read-pending',
  readSealed('pending_sign_in'),
);

export const REPLACE_IN_PENDING = statement<Replacement>(
  'sealed-sessions.replace-in-pending',
  replaceIn('pending_sign_in'),
);

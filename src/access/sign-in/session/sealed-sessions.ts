import { resealedIn, type SealedStore } from '../../../core/auth/sealed-store.js';
import {
  READ_PENDING,
  READ_SESSIONS,
  REPLACE_IN_PENDING,
  REPLACE_IN_SESSION,
} from './sessions.sql.js';

/** What ID tokens of sessions are encrypted for. */
export const ID_TOKEN = 'ID token';

const resealed: SealedStore['resealed'] = ({ content }, reseal) =>
  resealedIn(content, { idToken: ID_TOKEN }, reseal);

/** ID tokens of sessions, and of logins that wait for the second factor. */
export const SEALED_SESSIONS: readonly SealedStore[] = [
  { what: 'ID tokens of sessions', read: READ_SESSIONS, replace: REPLACE_IN_SESSION, resealed },
  { what: 'ID tokens of logins', read: READ_PENDING, replace: REPLACE_IN_PENDING, resealed },
];

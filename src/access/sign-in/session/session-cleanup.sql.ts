import { IS_IN_USE } from '../../../core/auth/session/security-settings.sql.js';
import { statement } from '../../../platform/database/statement.js';

export const REMOVE_SESSIONS = statement<[]>(
  'session-cleanup.remove-sessions',
  `DELETE FROM session s WHERE s.expires_at <= now() OR NOT ${IS_IN_USE}`,
);

export const REMOVE_PENDING = statement<[]>(
  'session-cleanup.remove-pending',
  'DELETE FROM pending_sign_in WHERE expires_at <= now()',
);

export const REMOVE_CHALLENGES = statement<[]>(
  'session-cleanup.remove-challenges',
  'DELETE FROM passkey_challenge WHERE expires_at <= now()',
);

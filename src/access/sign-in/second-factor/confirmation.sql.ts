import { statement } from '../../../platform/database/statement.js';
import { HAS_SECOND_FACTOR } from '../../../core/auth/session/session-lookup.sql.js';

export const LOCK = statement<[userId: number]>(
  'confirmation.lock',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

export const CONFIRM = statement<[id: string], { confirmedAt: Date }>(
  'confirmation.confirm',
  /* sql */ `
    UPDATE session SET confirmed_at = now() WHERE id = $1
      RETURNING confirmed_at AS "confirmedAt"`,
);

export const END_CONFIRMATION = statement<[sessionId: string]>(
  'confirmation.end-confirmation',
  'DELETE FROM session WHERE id = $1 RETURNING 1',
);

export const READ_PASSWORD = statement<
  [userId: number],
  { hash: string | null; hasSecondFactor: boolean }
>(
  'confirmation.read-password',
  /* sql */ `
    SELECT u.password_hash AS hash, ${HAS_SECOND_FACTOR} AS "hasSecondFactor" FROM app_user u
      WHERE u.id = $1 AND u.deleted_at IS NULL`,
);

export const LOCK_PASSWORD = statement<[userId: number, hash: string]>(
  'confirmation.lock-password',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

import { HAS_SECOND_FACTOR } from '../../../core/auth/session/session-lookup.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { IS_PERSON } from '../../people/user/user.sql.js';
import type { SecondFactorResponse } from './second-factor.dto.js';

export const READ = statement<[userId: number, more: string], { json: Json<SecondFactorResponse> }>(
  'second-factor.read',
  /* sql */ `
    SELECT (jsonb_build_object('enabled', ${HAS_SECOND_FACTOR},
             'totp', (SELECT jsonb_build_object('createdAt', iso8601(t.confirmed_at))
               FROM totp_factor t
                       WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL),
             'passkeys', (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name,
             'createdAt', iso8601(k.created_at),
                                                                       'usedAt', iso8601(k.used_at))
                                                                         ORDER BY k.id), '[]')
                            FROM passkey k WHERE k.user_id = u.id),
             'recoveryCodesLeft', (SELECT count(*) FROM recovery_code r WHERE r.user_id = u.id))
               || $2::jsonb)::text AS json
      FROM app_user u WHERE u.id = $1 AND ${IS_PERSON}`,
);

export const HAS_ANY = statement<[userId: number], { hasAny: boolean }>(
  'second-factor.has-any',
  /* sql */ `
    SELECT ${HAS_SECOND_FACTOR} AS "hasAny" FROM app_user u WHERE u.id = $1`,
);

/**
 * A session opened by password alone does not count as confirmed by a factor that was added later.
 */
export const CONFIRM_THIS_SESSION = statement<[userId: number, sessionId: string | null]>(
  'second-factor.confirm-this-session',
  'UPDATE session SET confirmed_at = CASE WHEN id = $2 THEN now() END WHERE user_id = $1',
);

export const REMOVE_TOTP = statement<[userId: number]>(
  'second-factor.remove-totp',
  'DELETE FROM totp_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL RETURNING 1',
);

export const REMOVE_PASSKEY = statement<[userId: number, id: number], { name: string }>(
  'second-factor.remove-passkey',
  'DELETE FROM passkey WHERE user_id = $1 AND id = $2 RETURNING name',
);

export const READ_PASSKEY = statement<[userId: number, id: number], { name: string }>(
  'second-factor.read-passkey',
  'SELECT name FROM passkey WHERE user_id = $1 AND id = $2',
);

export const RENAME_PASSKEY = statement<[userId: number, id: number, name: string]>(
  'second-factor.rename-passkey',
  'UPDATE passkey SET name = $3 WHERE user_id = $1 AND id = $2',
);

export const REMOVE_CODES = statement<[userId: number]>(
  'second-factor.remove-codes',
  'DELETE FROM recovery_code WHERE user_id = $1',
);

export const REPLACE_CODES = statement<[userId: number, codes: readonly Buffer[]]>(
  'second-factor.replace-codes',
  /* sql */ `
    WITH former AS (DELETE FROM recovery_code WHERE user_id = $1)
    INSERT INTO recovery_code (user_id, code_hash) SELECT $1, unnest($2::bytea[])`,
);

export const USE_CODE = statement<[userId: number, codeHash: Buffer]>(
  'second-factor.use-code',
  'DELETE FROM recovery_code WHERE user_id = $1 AND code_hash = $2 RETURNING 1',
);

export const COUNT_CODES = statement<[userId: number], { left: number }>(
  'second-factor.count-codes',
  'SELECT count(*)::integer AS left FROM recovery_code WHERE user_id = $1',
);

export const ADDRESSES = statement<[userId: number], { address: string }>(
  'second-factor.addresses',
  /* sql */ `
    SELECT DISTINCT address FROM session
      WHERE user_id = $1 AND address IS NOT NULL AND expires_at > now()`,
);

export const END_SESSIONS = statement<[userId: number]>(
  'second-factor.end-sessions',
  'DELETE FROM session WHERE user_id = $1',
);

export const LOCK_USER = statement<[userId: number]>(
  'second-factor.lock-user',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

export const FIND_ROOT_ROLES = statement<[wanted: readonly number[]], { id: number }>(
  'second-factor.find-root-roles',
  "SELECT id FROM role WHERE id = ANY ($1) AND type IN ('root', 'root-custom')",
);

export const LOCK_UNCONFIRMED = statement<[userId: number]>(
  'second-factor.lock-unconfirmed',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

export const CONFIRM = statement<[id: string], { confirmedAt: Date }>(
  'second-factor.confirm',
  /* sql */ `
    UPDATE session SET confirmed_at = now() WHERE id = $1
      RETURNING confirmed_at AS "confirmedAt"`,
);

export const END_CONFIRMATION = statement<[sessionId: string]>(
  'second-factor.end-confirmation',
  'DELETE FROM session WHERE id = $1 RETURNING 1',
);

export const READ_PASSWORD = statement<
  [userId: number],
  { hash: string | null; hasSecondFactor: boolean }
>(
  'second-factor.read-password',
  /* sql */ `
    SELECT u.password_hash AS hash, ${HAS_SECOND_FACTOR} AS "hasSecondFactor" FROM app_user u
      WHERE u.id = $1 AND u.deleted_at IS NULL`,
);

export const LOCK_PASSWORD = statement<[userId: number, hash: string]>(
  'second-factor.lock-password',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

export const ADD_TOTP = statement<[userId: number, sealedSecret: string]>(
  'second-factor.add-totp',
  /* sql */ `
    INSERT INTO totp_factor (user_id, secret) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT totp_factor_pkey DO UPDATE
      SET secret = excluded.secret, created_at = now(), last_step = NULL
     WHERE totp_factor.confirmed_at IS NULL RETURNING 1`,
);

export const READ_TOTP = statement<
  [userId: number, isConfirmed: boolean],
  { secret: string; lastStep: number | null }
>(
  'second-factor.read-totp',
  /* sql */ `
    SELECT secret, last_step::float8 AS "lastStep" FROM totp_factor
      WHERE user_id = $1 AND (confirmed_at IS NOT NULL) = $2
        FOR UPDATE /* locks secondFactors */`,
);

export const ACCEPT_TOTP = statement<[userId: number, timeStep: number]>(
  'second-factor.accept-totp',
  /* sql */ `
    UPDATE totp_factor SET last_step = $2, confirmed_at = COALESCE(confirmed_at, now())
      WHERE user_id = $1`,
);

export const READ_SEALED_TOTP = statement<
  [after: string, most: number],
  { key: string; content: string }
>(
  'second-factor.read-sealed-totp',
  /* sql */ `
    SELECT user_id::text AS key, secret AS content FROM totp_factor
     WHERE user_id > COALESCE(NULLIF($1, '')::int, 0) ORDER BY user_id LIMIT $2`,
);

export const REPLACE_SEALED_TOTP = statement<[userId: string, before: string, after: string]>(
  'second-factor.replace-sealed-totp',
  /* sql */ `
    UPDATE totp_factor SET secret = $3 WHERE user_id = ($1::text)::int AND secret = $2 RETURNING 1`,
);

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

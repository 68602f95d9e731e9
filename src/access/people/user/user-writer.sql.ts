import type { SecondFactorResetPayload, UserPayload } from '../../../core/event/account-events.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { UserResponse } from './user.response.js';
import { USER_EVENT_JSON, USER_JSON } from './user.sql.js';

export const READ_USER = statement<[id: number], { user: UserPayload }>(
  'user-writer.read-user',
  /* sql */ `
    SELECT ${USER_EVENT_JSON} AS "user" FROM app_user u WHERE u.id = $1`,
);

export const LOCK_ROLE = statement<[idOrName: string], { id: number }>(
  'user-writer.lock-role',
  /* sql */ `
    SELECT id FROM role WHERE type IN ('root', 'root-custom') AND (id::text = $1 OR name = $1)
      ORDER BY id::text = $1 DESC LIMIT 1 FOR SHARE /* locks roles */`,
);

export const DELETE_PERSONAL_TOKENS = statement<[userId: number]>(
  'user-writer.delete-personal-tokens',
  'DELETE FROM personal_token WHERE user_id = $1',
);

export const DELETE_FEDERATED_CREDENTIALS = statement<[userId: number]>(
  'user-writer.delete-federated-credentials',
  'DELETE FROM federated_credential WHERE user_id = $1',
);

export const DELETE_PREFERENCES = statement<[userId: number]>(
  'user-writer.delete-preferences',
  /* sql */ `
    WITH views AS (DELETE FROM feature_view WHERE user_id = $1),
         notifications AS (DELETE FROM notification_setting WHERE user_id = $1),
         language AS (UPDATE app_user SET language = NULL WHERE id = $1)
    DELETE FROM feature_columns WHERE user_id = $1`,
);

export const LEAVE_GROUPS = statement<[userId: number]>(
  'user-writer.leave-groups',
  'DELETE FROM group_member WHERE user_id = $1',
);

export const END_SESSIONS = statement<[userId: number]>(
  'user-writer.end-sessions',
  'DELETE FROM session WHERE user_id = $1',
);

export const END_PENDING_SIGN_INS = statement<[userId: number]>(
  'user-writer.end-pending-sign-ins',
  'DELETE FROM pending_sign_in WHERE user_id = $1',
);

export const DELETE_RESET_LINK = statement<[userId: number]>(
  'user-writer.delete-reset-link',
  'DELETE FROM password_reset WHERE user_id = $1',
);

/**
 * Locks the user's row first, like the deletion of a user, so that no session outlives its user and
 * sessions of a user are opened one at a time. The user is as before the sign-in, as in the
 * reference, but for the count of failures.
 */
export const SIGN_IN = statement<
  [userId: number],
  { user: Json<UserResponse>; name: string; seenBefore: Date | null }
>(
  'user-writer.sign-in',
  /* sql */ `
    WITH u AS (
      UPDATE app_user SET seen_at = now(), login_attempts = 0
       WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL RETURNING *
    )
    SELECT (${USER_JSON} || jsonb_build_object('seenAt', iso8601(before.seen_at)))::text AS "user",
           COALESCE(u.email, u.username, u.name) AS name, before.seen_at AS "seenBefore"
      FROM u JOIN app_user before ON before.id = u.id`,
);

export const COUNT_FAILURE = statement<[accountId: number]>(
  'user-writer.count-failure',
  'UPDATE app_user SET login_attempts = login_attempts + 1 WHERE id = $1',
);

export const REMOVE_ALL = statement<[userId: number], Omit<SecondFactorResetPayload, 'id'>>(
  'user-writer.remove-all',
  /* sql */ `
    WITH totp AS (DELETE FROM totp_factor WHERE user_id = $1 RETURNING confirmed_at),
         keys AS (DELETE FROM passkey WHERE user_id = $1 RETURNING 1),
         codes AS (DELETE FROM recovery_code WHERE user_id = $1 RETURNING 1),
         pending AS (DELETE FROM pending_sign_in WHERE user_id = $1)
    SELECT (SELECT count(confirmed_at) FROM totp)::integer AS totp,
      (SELECT count(*) FROM keys)::integer AS passkeys,
           (SELECT count(*) FROM codes)::integer AS "recoveryCodes"`,
);

export const CLAIM_NAMES = statement<[userId: number, nameHashes: readonly Buffer[]]>(
  'user-writer.claim-names',
  /* sql */ `
    INSERT INTO sign_in_name (name_hash, user_id)
    SELECT claimed.hash, $1 FROM unnest($2::bytea[]) AS claimed (hash)
     WHERE NOT EXISTS (
       SELECT FROM sign_in_name own WHERE own.name_hash = claimed.hash AND own.user_id = $1)`,
);

export const RELEASE_NAMES = statement<[userId: number, nameHashes: readonly Buffer[]]>(
  'user-writer.release-names',
  'DELETE FROM sign_in_name WHERE user_id = $1 AND name_hash = ANY ($2::bytea[])',
);

export const RELEASE_NAMES_OF_DELETED = statement<[nameHashes: readonly Buffer[]]>(
  'user-writer.release-names-of-deleted',
  /* sql */ `
    DELETE FROM sign_in_name n USING app_user u
     WHERE n.name_hash = ANY ($1::bytea[]) AND u.id = n.user_id AND u.deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM directory_user d WHERE d.user_id = u.id)`,
);

/** Accounts without any name in the table, oldest first. */
export const UNNAMED_ACCOUNTS = statement<
  [],
  { id: number; username: string | null; email: string | null }
>(
  'user-writer.unnamed-accounts',
  /* sql */ `
    SELECT u.id, u.username, u.email FROM app_user u
     WHERE u.deleted_at IS NULL AND COALESCE(u.username, u.email) IS NOT NULL
       AND NOT EXISTS (SELECT FROM sign_in_name n WHERE n.user_id = u.id)
     ORDER BY u.id`,
);

/** Adds the names that nobody has. Returns the accounts of the others. */
export const ADD_FREE_NAMES = statement<
  [userIds: readonly number[], nameHashes: readonly Buffer[]],
  { id: number }
>(
  'user-writer.add-free-names',
  /* sql */ `
    WITH wanted AS (
      SELECT w.id, w.hash FROM unnest($1::int[], $2::bytea[]) AS w (id, hash)
    ), added AS (
      INSERT INTO sign_in_name (user_id, name_hash) SELECT w.id, w.hash FROM wanted w ORDER BY w.id
      ON CONFLICT ON CONSTRAINT sign_in_name_pkey DO NOTHING
      RETURNING user_id, name_hash
    )
    SELECT DISTINCT w.id FROM wanted w
     WHERE NOT EXISTS (
       SELECT FROM added a WHERE a.user_id = w.id AND a.name_hash = w.hash)
     ORDER BY w.id`,
);

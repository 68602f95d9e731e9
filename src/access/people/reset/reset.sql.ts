import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { IS_PERSON } from '../user/user.sql.js';
import type { TokenUserResponse } from './reset.dto.js';

export const REPLACE = statement<
  [userId: number, secretHash: Buffer, actorName: string, validHours: number]
>(
  'reset.replace',
  /* sql */ `
    INSERT INTO password_reset (user_id, secret_hash, created_by, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))
    ON CONFLICT ON CONSTRAINT password_reset_pkey DO UPDATE
      SET secret_hash = excluded.secret_hash, created_by = excluded.created_by,
        created_at = now(), expires_at = excluded.expires_at`,
);

export const READ = statement<[secretHash: Buffer], { json: Json<TokenUserResponse> }>(
  'reset.read',
  /* sql */ `
    SELECT (jsonb_strip_nulls(jsonb_build_object('id', u.id, 'name', u.name,
      'email', COALESCE(u.email, u.username, ''), 'token', '****'))
           || jsonb_build_object('createdBy', p.created_by, 'role', ${ROLE_JSON}))::text AS json
      FROM password_reset p JOIN app_user u ON u.id = p.user_id
      JOIN role r ON r.id = u.root_role_id
     WHERE p.secret_hash = $1 AND p.expires_at > now() AND ${IS_PERSON}`,
);

/** Locks the user before the link, like every change of a password. */
export const LOCK_USER = statement<
  [tokenHash: Buffer],
  {
    id: number;
    name: string | null;
    email: string | null;
    actorName: string;
  }
>(
  'reset.lock-user',
  /* sql */ `
    SELECT u.id, u.name, u.email, COALESCE(u.email, u.username, u.name) AS "actorName"
      FROM app_user u
     WHERE u.id = (SELECT p.user_id FROM password_reset p WHERE p.secret_hash = $1)
       AND ${IS_PERSON} FOR NO KEY UPDATE /* locks users */`,
);

export const USE_UP = statement<[tokenHash: Buffer, userId: number], { userId: number }>(
  'reset.use-up',
  /* sql */ `
    DELETE FROM password_reset WHERE secret_hash = $1 AND user_id = $2 AND expires_at > now()
      RETURNING user_id AS "userId"`,
);

interface Found {
  id: number;
  name: string | null;
  email: string;
}

export const FIND = statement<[email: string | null], Found>(
  'reset.find',
  /* sql */ `
    SELECT u.id, u.name, u.email FROM app_user u WHERE lower(u.email) = $1 AND ${IS_PERSON}`,
);

import { ROLE_JSON } from '../../../core/auth/permissions/role.sql.js';
import type { InvitePayload, NewInvitePayload } from '../../../core/event/account-events.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { UserAndRoleResponse } from '../user/user.response.js';
import { IS_PERSON, USER_AND_ROLE_JSON, USER_JSON } from '../user/user.sql.js';
import type { InviteResponse, InvitesResponse } from './invite.dto.js';

interface Row {
  id: string;
  invite: InvitePayload;
}

/** Data of a link `i` for events. */
const IN_EVENT = /* sql */ `
  jsonb_build_object('id', i.id, 'name', i.name, 'enabled', i.enabled,
    'expiresAt', iso8601(i.expires_at))`;

/**
 * JSON of a link `i` without its secret; its id takes the place of the secret. The parameter is the
 * public URL of the service.
 */
const INVITE_JSON = /* sql */ `
  jsonb_build_object('secret', i.id, 'url', $1::text || '/new-user?invite=****', 'name', i.name,
    'enabled', i.enabled,
    'expiresAt', iso8601(i.expires_at), 'createdAt', iso8601(i.created_at),
    'createdBy', i.created_by,
    'role', (SELECT ${ROLE_JSON} FROM role r WHERE r.id = i.role_id),
    'users', (SELECT COALESCE(jsonb_agg(${USER_JSON} ORDER BY u.id), '[]')
                FROM invited_user v JOIN app_user u ON u.id = v.user_id
                WHERE v.link_id = i.id AND ${IS_PERSON}))`;

export const LIST = statement<[publicUrl: string], { json: Json<InvitesResponse> }>(
  'invite.list',
  /* sql */ `
    SELECT jsonb_build_object('tokens', COALESCE(jsonb_agg(${INVITE_JSON}
      ORDER BY i.created_at, i.id), '[]'))::text AS json
      FROM invite_link i`,
);

export const READ = statement<[publicUrl: string, id: string], { json: Json<InviteResponse> }>(
  'invite.read',
  /* sql */ `
    SELECT (${INVITE_JSON})::text AS json FROM invite_link i WHERE i.id = $2`,
);

export const WORKS = statement<[secretHash: Buffer]>(
  'invite.works',
  'SELECT FROM invite_link WHERE secret_hash = $1 AND enabled AND expires_at > now()',
);

export const ADD = statement<
  [secretHash: Buffer, name: string, role: number, callerName: string, expiresAt: Date],
  { id: string; invite: NewInvitePayload }
>(
  'invite.add',
  /* sql */ `
    INSERT INTO invite_link AS i (secret_hash, name, role_id, created_by, expires_at)
    VALUES ($1, $2, $3, $4, LEAST($5::timestamptz,
      (now() AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'))
        RETURNING i.id, ${IN_EVENT} || jsonb_build_object('createdAt', iso8601(i.created_at),
          'createdBy', i.created_by, 'users', '[]'::jsonb,
          'role', (SELECT ${ROLE_JSON} - 'description' FROM role r WHERE r.id = i.role_id)
        ) AS invite`,
);

export const CHANGE = statement<[id: string, enabled: boolean | null, expiresAt: Date | null], Row>(
  'invite.change',
  /* sql */ `
    UPDATE invite_link i
       SET enabled = COALESCE($2, enabled),
         expires_at = LEAST(COALESCE($3::timestamptz, expires_at),
           (now() AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC')
     WHERE id = $1 RETURNING i.id, ${IN_EVENT} AS invite`,
);

/** Matches by id, or by secret for scripts that kept the response of the creation. */
const NAMED = 'i.id::text = $1 OR i.secret_hash = $2';

export const FIND = statement<[idOrSecret: string, idOrSecretHash: Buffer], { id: string }>(
  'invite.find',
  `SELECT i.id FROM invite_link i WHERE ${NAMED}`,
);

export const LOCK = statement<[idOrSecret: string, idOrSecretHash: Buffer], Row>(
  'invite.lock',
  /* sql */ `
    SELECT i.id, ${IN_EVENT} AS invite FROM invite_link i WHERE ${NAMED}
      FOR UPDATE /* locks inviteLinks */`,
);

export const LOCK_BY_SECRET = statement<
  [secretHash: Buffer],
  { id: string; rootRoleId: number; name: string }
>(
  'invite.lock-by-secret',
  /* sql */ `
    SELECT i.id, i.role_id AS "rootRoleId", i.name FROM invite_link i
    WHERE i.secret_hash = $1 AND i.enabled AND i.expires_at > now()
      FOR SHARE /* locks inviteLinks */`,
);

export const ADD_INVITED_USER = statement<[id: number, linkId: string]>(
  'invite.add-invited-user',
  'INSERT INTO invited_user (user_id, link_id) VALUES ($1, $2)',
);

export const READ_USER_AND_ROLE = statement<[id: number], { user: UserAndRoleResponse }>(
  'invite.read-user-and-role',
  /* sql */ `
    SELECT ${USER_AND_ROLE_JSON} AS "user" FROM app_user u WHERE u.id = $1`,
);

export const END_INVITATION = statement<[userId: number]>(
  'invite.end-invitation',
  /* sql */ `
    UPDATE invited_user SET vouched_at = now() WHERE user_id = $1 AND vouched_at IS NULL
      RETURNING 1`,
);

import { shownAddress } from '../../../core/event/address.sql.js';
import { IS_IN_USE } from '../../../core/auth/session/security-settings.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { SessionsResponse } from './own-sessions.response.js';

export const LIST = statement<
  [userId: number, current: string | null],
  { json: Json<SessionsResponse> }
>(
  'own-sessions.list',
  /* sql */ `
    SELECT jsonb_build_object('sessions', COALESCE(jsonb_agg(jsonb_build_object('id', s.id,
      'createdAt', iso8601(s.created_at),
             'seenAt', iso8601(s.seen_at), 'expiresAt', iso8601(s.expires_at),
             'confirmedAt', iso8601(s.confirmed_at),
             'authType', s.auth_type, 'address', ${shownAddress('s.address')},
             'userAgent', s.user_agent,
             'current', s.id IS NOT DISTINCT FROM $2)
             ORDER BY s.id IS NOT DISTINCT FROM $2 DESC, s.seen_at DESC, s.created_at DESC, s.id),
               '[]'))::text AS json
      FROM session s WHERE s.user_id = $1 AND s.expires_at > now() AND ${IS_IN_USE}`,
);

export const END_ONE = statement<[userId: number, id: string]>(
  'own-sessions.end-one',
  'DELETE FROM session WHERE user_id = $1 AND id = $2 RETURNING 1',
);

export const END_OTHERS = statement<[userId: number, except: string | null]>(
  'own-sessions.end-others',
  'DELETE FROM session WHERE user_id = $1 AND id IS DISTINCT FROM $2 RETURNING 1',
);

export const END_PENDING = statement<[userId: number]>(
  'own-sessions.end-pending',
  'DELETE FROM pending_sign_in WHERE user_id = $1',
);

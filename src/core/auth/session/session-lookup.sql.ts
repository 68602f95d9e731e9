import type { SessionRow } from './session-lookup.js';
import { ACCESS_JSON } from '../permissions/access.sql.js';
import { HAS_SECOND_FACTOR } from './second-factor.sql.js';
import { SECURITY_JSON, IS_IN_USE } from './security-settings.sql.js';
import { statement } from '../../../platform/database/statement.js';

/** Sessions with everything that restricts them, in one statement. */
const sessions = (condition: string): string => /* sql */ `
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, ${ACCESS_JSON} AS access,
      s.expires_at AS "expiresAt",
           s.created_at AS "signedInAt", s.id AS "sessionId", s.seen_at AS "seenAt",
             s.confirmed_at AS "confirmedAt", s.auth_type AS "authType",
           ${HAS_SECOND_FACTOR} AS "hasSecondFactor", ${SECURITY_JSON} AS settings,
           (SELECT COALESCE(jsonb_object_agg(p.id, p.confirm_in_production), '{}') FROM project p
             WHERE p.confirm_in_production <> 'never') AS "confirmIn",
           ARRAY(SELECT e.name FROM environment e WHERE e.type = 'production')
             AS "productionEnvironments"
      FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE ${condition} AND s.expires_at > now() AND ${IS_IN_USE} AND u.deleted_at IS NULL`;

export const CALLER_BY_SESSION = statement<[secretHash: Buffer], SessionRow>(
  'session-lookup.caller-by-session',
  sessions('s.secret_hash = $1'),
);

export const CALLERS_BY_SESSION_ID = statement<[ids: readonly string[]], SessionRow>(
  'session-lookup.callers-by-session-id',
  sessions('s.id = ANY ($1::uuid[])'),
);

import type { Statement } from '../../database/database.js';
import type { SessionState } from '../caller/caller.js';
import type { AccessRow } from '../permissions/access.js';
import { ACCESS_JSON } from '../permissions/access.sql.js';
import { HAS_SECOND_FACTOR } from './second-factor.sql.js';
import {
  IS_IN_USE,
  isRequiredOf,
  PRESET,
  SECURITY_JSON,
  type SecuritySettings,
} from './security-settings.js';

/**
 * Whose session it is, and all that decides over what it is good for: one statement, whatever the
 * settings and the projects want.
 */
export const CALLER_BY_SESSION: Statement = {
  name: 'caller-by-session',
  text: /* sql */ `
    SELECT u.id, COALESCE(u.email, u.username, u.name) AS name, ${ACCESS_JSON} AS access, s.expires_at AS "expiresAt",
           s.created_at AS "signedInAt", s.id AS "sessionId", s.seen_at AS "seenAt", s.confirmed_at AS "confirmedAt", s.auth_type AS "authType",
           ${HAS_SECOND_FACTOR} AS "hasSecondFactor", ${SECURITY_JSON} AS settings,
           (SELECT COALESCE(jsonb_object_agg(p.id, p.confirm_in_production), '{}') FROM project p
             WHERE p.confirm_in_production <> 'never') AS "confirmIn",
           ARRAY(SELECT e.name FROM environment e WHERE e.type = 'production') AS "productionEnvironments"
      FROM session s JOIN app_user u ON u.id = s.user_id
     WHERE s.secret_hash = $1 AND s.expires_at > now() AND ${IS_IN_USE} AND u.deleted_at IS NULL`,
};

/** What is found of a session. */
export interface SessionRow {
  id: number;
  name: string;
  access: AccessRow;
  expiresAt: Date;
  signedInAt: Date;
  sessionId: string;
  seenAt: Date;
  confirmedAt: Date | null;
  authType: string;
  hasSecondFactor: boolean;
  settings: SecuritySettings | null;
  confirmIn: Record<string, 'on' | 'always'>;
  productionEnvironments: string[];
}

/** What a session is good for. */
export function stateOf(row: SessionRow): SessionState {
  const { sessionId, hasSecondFactor, confirmedAt, confirmIn, productionEnvironments } = row;
  const settings = { ...PRESET, ...row.settings };
  const needsSecondFactor = isRequiredOf(row.access.rootRoles, row.authType, settings);
  return {
    id: sessionId,
    hasSecondFactor,
    needsSecondFactor,
    lacksSecondFactor: needsSecondFactor && !hasSecondFactor,
    confirmedAt,
    confirmationMinutes: settings.confirmationMinutes,
    confirmIn,
    productionEnvironments,
  };
}

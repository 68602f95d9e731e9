import { statement } from '../../../platform/database/statement.js';
import { ACCESS_JSON } from '../permissions/access.sql.js';
import { SECURITY_SETTING } from './security-settings.js';
import type { SessionRow } from './session-lookup.js';

/** Whether user `u` has a second factor. Recovery codes do not count. */
export const HAS_SECOND_FACTOR = /* sql */ `
  (EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey k WHERE k.user_id = u.id))`;

/** The second-factor methods of user `u`, by name. */
export const METHODS = /* sql */ `array_remove(ARRAY[
  CASE WHEN EXISTS (SELECT FROM totp_factor t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)
    THEN 'totp' END,
  CASE WHEN EXISTS (SELECT FROM passkey k WHERE k.user_id = u.id) THEN 'passkey' END,
  CASE WHEN ${HAS_SECOND_FACTOR}
    AND EXISTS (SELECT FROM recovery_code r WHERE r.user_id = u.id) THEN 'recovery-code' END],
      NULL)`;

/** The stored settings as JSON; null when none are stored. */
export const SECURITY_JSON = /* sql */ `
  (SELECT content FROM setting WHERE name = '${SECURITY_SETTING}')`;

/** Whether a session `s` is within its idle timeout. */
export const IS_IN_USE = /* sql */ `
  COALESCE(
    s.seen_at > now() - make_interval(mins => (${SECURITY_JSON} ->> 'idleMinutes')::integer),
    true)`;

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

/** Skips locked sessions: an active session will be written next time. */
export const WRITE = statement<[sessionIds: readonly string[], seenAt: readonly Date[]]>(
  'session-lookup.write',
  /* sql */ `
    WITH seen AS (
      SELECT s.id, v.at FROM unnest($1::uuid[], $2::timestamptz[]) AS v(id, at)
        JOIN session s ON s.id = v.id
         FOR NO KEY UPDATE OF s SKIP LOCKED)
    UPDATE session s SET seen_at = seen.at FROM seen
      WHERE s.id = seen.id AND s.seen_at < seen.at`,
);

export const CONFIRMED = statement<
  [id: string, confirmationMinutes: number],
  { methods: string[]; isRecent: boolean }
>(
  'session-lookup.confirmed',
  /* sql */ `
    SELECT ${METHODS} AS methods,
      COALESCE(s.confirmed_at > now() - make_interval(mins => $2), false) AS "isRecent"
      FROM session s JOIN app_user u ON u.id = s.user_id WHERE s.id = $1`,
);

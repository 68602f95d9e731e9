import { AUTHOR_GONE } from '../../core/auth/author-lookup.js';
import { isAuthorGone } from '../../core/auth/author-lookup.sql.js';
import { statement } from '../../platform/database/statement.js';
import { STRATEGY_VERSION } from '../../flags/feature/feature-version.sql.js';
import { STEP_ACTION } from '../../flags/preview/planned-changes.sql.js';
import type { ScheduleResponse } from './schedule.response.js';

/** The states of schedules that can still act. */
export const OPEN = `('pending', 'suspended')`;

/** The present version of the strategy that a schedule `s` changes (ADR 31); null for none. */
export const versionOfTarget = (
  payload: string,
  feature: string,
  environment: string,
): string => /* sql */ `(SELECT ${STRATEGY_VERSION} FROM feature_strategy fs
    WHERE fs.feature_name = ${feature} AND fs.environment = ${environment}
      AND fs.id::text = lower(${payload} ->> 'id'))`;

const VERSION = versionOfTarget('s.payload', 's.feature_name', 's.environment');

/** Why the schedule `s` of the feature `f` cannot act now; null if nothing is known. */
export const CONFLICT = /* sql */ `CASE
  WHEN f.archived_at IS NOT NULL THEN 'The feature is archived.'
  WHEN NOT EXISTS (SELECT FROM project_environment pe
      WHERE pe.project = f.project AND pe.environment = s.environment)
    THEN 'The project no longer has the environment.'
  WHEN s.action IN ('updateStrategy', 'deleteStrategy') THEN CASE
    WHEN ${VERSION} IS NULL THEN 'The strategy no longer exists.'
    WHEN ${VERSION} <> s.version THEN 'The strategy has changed since it was scheduled.'
    END
  END`;

/** Like {@link CONFLICT}, also about the author, who is looked up separately to act. */
const SHOWN_CONFLICT = /* sql */ `COALESCE(${CONFLICT}, CASE
  WHEN ${isAuthorGone('s.created_by_user_id', 's.created_by_token')} THEN '${AUTHOR_GONE}' END)`;

/** JSON of the schedule `s` of the feature `f`. */
export const SCHEDULE = /* sql */ `jsonb_build_object(
  'id', s.id, 'project', f.project, 'feature', s.feature_name, 'environment', s.environment,
  'action', s.action, 'payload', s.payload, 'at', iso8601(s.starts_at), 'rule', s.rule,
  'timeZone', s.time_zone, 'durationMinutes', s.duration_minutes, 'whenLate', s.when_late,
  'state', s.state, 'reason', s.reason,
  'conflict', CASE WHEN s.state IN ${OPEN} THEN ${SHOWN_CONFLICT} END,
  'nextAction', CASE WHEN s.state IN ${OPEN} THEN ${STEP_ACTION} END,
  'nextAt', CASE WHEN s.state IN ${OPEN} THEN iso8601(s.next_at) END,
  'executedAt', iso8601(s.executed_at),
  'createdBy', (SELECT jsonb_build_object('id', u.id, 'username', u.display_name,
      'imageUrl', u.image_url) FROM app_user u WHERE u.id = s.created_by_user_id),
  'createdAt', iso8601(s.created_at))`;

export const READ = statement<[project: string, id: number], { schedule: ScheduleResponse }>(
  'schedule.read',
  /* sql */ `
    SELECT ${SCHEDULE} AS schedule FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE f.project = $1 AND s.id = $2`,
);

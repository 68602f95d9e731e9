import { statement } from '../../platform/database/statement.js';
import { OPEN, versionOfTarget } from './schedule.sql.js';
import type { ScheduledAction, ScheduleState } from './states.js';

/** The first place of the change in which approvals are required. */
export const FIND_REQUIREMENT = statement<
  [project: string, environment: string | null],
  { environment: string }
>(
  'schedule-write.find-requirement',
  /* sql */ `
    SELECT pe.environment FROM project_environment pe
     WHERE pe.project = $1 AND ($2::text IS NULL OR pe.environment = $2)
       AND pe.required_approvals IS NOT NULL ORDER BY 1 LIMIT 1`,
);

export const FIND_ENVIRONMENT = statement<[project: string, environment: string]>(
  'schedule-write.find-environment',
  'SELECT FROM project_environment WHERE project = $1 AND environment = $2',
);

/** How many schedules there are, and how many bytes of their payloads are stored. */
export interface OpenSchedules {
  schedules: number;
  bytes: number;
}

/** The schedules `s` of features `f` that meet a condition. */
const those = (condition: string): string => /* sql */ `
  jsonb_build_object('schedules', count(*) FILTER (WHERE ${condition}),
    'bytes', COALESCE(sum(pg_column_size(s.payload)) FILTER (WHERE ${condition}), 0))`;

const OF_AUTHOR = 's.created_by_user_id = $3 AND s.created_by_token IS NOT DISTINCT FROM $4::uuid';

/**
 * Counts the schedules that can still act: of a feature, of a project, of an author, and of the
 * instance.
 */
export const COUNT_OPEN = statement<
  [feature: string, project: string, userId: number, tokenId: string | null],
  Record<'feature' | 'project' | 'author' | 'instance', OpenSchedules>
>(
  'schedule-write.count-open',
  /* sql */ `
    SELECT ${those('f.name = $1')} AS feature, ${those('f.project = $2')} AS project,
           ${those(OF_AUTHOR)} AS author, ${those('true')} AS instance
      FROM schedule s JOIN feature f ON f.name = s.feature_name WHERE s.state IN ${OPEN}`,
);

/** The values of a schedule that its author chooses, and who that is. */
export type ScheduleValues = [
  feature: string,
  environment: string,
  action: string,
  payload: string,
  startsAt: string,
  nextAt: string,
  rule: string | null,
  timeZone: string,
  untilAt: string | null,
  durationMinutes: number | null,
  whenLate: string,
  userId: number,
  tokenId: string | null,
];

/** The chosen values as a row `v`, with the version of what the schedule changes. */
const VALUES = /* sql */ `
  SELECT v.*, CASE WHEN v.action IN ('updateStrategy', 'deleteStrategy') THEN
           ${versionOfTarget('v.payload', 'v.feature_name', 'v.environment')} END AS version
    FROM (SELECT $1::text AS feature_name, $2::text AS environment, $3::text AS action,
                 $4::jsonb AS payload, $5::timestamptz AS starts_at, $6::timestamptz AS next_at,
                 $7::text AS rule, $8::text AS time_zone, $9::timestamptz AS until_at,
                 $10::int AS duration_minutes, $11::text AS when_late,
                 $12::int AS created_by_user_id, $13::uuid AS created_by_token) v`;

/** Adds a schedule of a feature whose lock is held. */
export const ADD = statement<ScheduleValues, { id: number }>(
  'schedule-write.add',
  /* sql */ `
    INSERT INTO schedule (feature_name, environment, action, payload, starts_at, next_at, rule,
      time_zone, until_at, duration_minutes, when_late, created_by_user_id, created_by_token,
      version)
    SELECT w.* FROM (${VALUES}) w
    RETURNING id`,
);

/** Replaces what a locked schedule does. It begins anew, with another author. */
export const REPLACE = statement<[...ScheduleValues, id: number]>(
  'schedule-write.replace',
  /* sql */ `
    UPDATE schedule s
       SET action = w.action, payload = w.payload, starts_at = w.starts_at, next_at = w.next_at,
           rule = w.rule, time_zone = w.time_zone, until_at = w.until_at,
           duration_minutes = w.duration_minutes, when_late = w.when_late,
           created_by_user_id = w.created_by_user_id, created_by_token = w.created_by_token,
           version = w.version, state = 'pending', step = 'start', reason = NULL,
           changed_at = now()
      FROM (${VALUES}) w WHERE s.id = $14`,
);

/** A schedule whose row is locked. */
export interface LockedSchedule {
  id: number;
  feature: string;
  environment: string;
  action: ScheduledAction;
  payload: unknown;
  at: string;
  rule: string | null;
  timeZone: string;
  durationMinutes: number | null;
  whenLate: string;
  state: ScheduleState;
  userId: number;
  tokenId: string | null;
}

export const LOCK = statement<[project: string, id: number], LockedSchedule>(
  'schedule-write.lock',
  /* sql */ `
    SELECT s.id, s.feature_name AS feature, s.environment, s.action, s.payload,
           iso8601(s.starts_at) AS at, s.rule, s.time_zone AS "timeZone",
           s.duration_minutes AS "durationMinutes", s.when_late AS "whenLate", s.state,
           s.created_by_user_id AS "userId", s.created_by_token AS "tokenId"
      FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE f.project = $1 AND s.id = $2 FOR UPDATE OF s /* locks schedules */`,
);

export const CANCEL = statement<[id: number]>(
  'schedule-write.cancel',
  `UPDATE schedule SET state = 'cancelled', reason = NULL, changed_at = now() WHERE id = $1`,
);

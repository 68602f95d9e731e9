import { AUTHOR_GONE } from '../../core/auth/author-lookup.js';
import { isAuthorGone } from '../../core/auth/author-lookup.sql.js';
import { hasChanged, type Mark, strategyVersion } from '../../flags/feature/feature-version.sql.js';
import { STEP_ACTION } from '../../flags/preview/planned-changes.sql.js';
import { dynamicStatement, statement } from '../../platform/database/statement.js';
import type { ScheduledAction, ScheduleResponse, ScheduleState } from './schedule.dto.js';

/** The states of schedules that can still act. */
export const OPEN = `('pending', 'suspended')`;

/** The present version of the strategy that a schedule `s` changes (ADR 31); null for none. */
const versionOfTarget = (mark: Mark, s: string): string => /* sql */ `
  (SELECT ${strategyVersion(mark)} FROM feature_strategy fs
    WHERE fs.feature_name = ${s}.feature_name AND fs.environment = ${s}.environment
      AND fs.id::text = lower(${s}.payload ->> 'id'))`;

/** Why the strategy that the schedule `s` changes is not as it was; null if it is. */
const STRATEGY_CONFLICT = /* sql */ `(SELECT CASE
  WHEN now.version IS NULL THEN 'The strategy no longer exists.'
  WHEN ${hasChanged('now.version', 's', versionOfTarget('content', 's'))}
    THEN 'The strategy has changed since it was scheduled.'
  END FROM (SELECT ${versionOfTarget('xmin', 's')} AS version OFFSET 0) now)`;

/** Why the schedule `s` of the feature `f` cannot act now; null if nothing is known. */
export const CONFLICT = /* sql */ `CASE
  WHEN f.archived_at IS NOT NULL THEN 'The feature is archived.'
  WHEN NOT EXISTS (SELECT FROM project_environment pe
      WHERE pe.project = f.project AND pe.environment = s.environment)
    THEN 'The project no longer has the environment.'
  WHEN s.action IN ('updateStrategy', 'deleteStrategy') THEN ${STRATEGY_CONFLICT}
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

/** Which schedules to list. An absent criterion matches everything. */
export interface ScheduleCriteria {
  readonly hiddenProjects: readonly string[];
  readonly projectId?: string | undefined;
  readonly featureName?: string | undefined;
  readonly environment?: string | undefined;
  /** A state, or `open` for those that can still act. */
  readonly state?: string | undefined;
  /**
   * Recurring schedules and windows that have begun act after this time if they act at all, so they
   * match.
   */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Collects the values of parameters. @returns The placeholder of a value. */
type Bind = (value: unknown, type: string) => string;

const OF_FEATURES = 'schedule s JOIN feature f ON f.name = s.feature_name';

function conditionsOf(criteria: ScheduleCriteria, bind: Bind): string[] {
  const { hiddenProjects, projectId, featureName, environment, state, from, to } = criteria;
  return [
    hiddenProjects.length > 0 && `f.project <> ALL (${bind(hiddenProjects, 'text[]')})`,
    projectId !== undefined && `f.project = ${bind(projectId, 'text')}`,
    featureName !== undefined && `s.feature_name = ${bind(featureName, 'text')}`,
    environment !== undefined && `s.environment = ${bind(environment, 'text')}`,
    state === 'open' && `s.state IN ${OPEN}`,
    state !== undefined && state !== 'open' && `s.state = ${bind(state, 'text')}`,
    to !== undefined && `s.next_at < ${bind(to, 'timestamptz')}`,
    from !== undefined &&
      `(s.next_at >= ${bind(from, 'timestamptz')}
        OR s.state = 'pending' AND (s.rule IS NOT NULL OR s.step = 'end'))`,
  ].filter((condition) => condition !== false);
}

/** Lists a page of schedules by their next time. */
export const LIST = dynamicStatement<
  [criteria: ScheduleCriteria, limit: number, offset: number],
  { schedules: ScheduleResponse[]; total: number }
>('schedule.list', (criteria, limit, offset) => {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = conditionsOf(criteria, bind);
  const where = ['true', ...conditions].join(' AND ');
  // Each schedule has a feature, so features are needed only for conditions on them.
  const isOfFeatures = conditions.some((condition) => condition.startsWith('f.'));
  const searched = isOfFeatures ? OF_FEATURES : 'schedule s';
  // With these, no index has the order, so that all schedules are found once for count and page.
  const { from, projectId, featureName } = criteria;
  const isUnordered = [from, projectId, featureName].some((one) => one !== undefined);
  const isKept = isUnordered ? 'MATERIALIZED' : 'NOT MATERIALIZED';
  const page = `LIMIT ${bind(limit, 'int')} OFFSET ${bind(offset, 'int')}`;
  return {
    text: /* sql */ `
      WITH found AS ${isKept} (SELECT s.id, s.next_at FROM ${searched} WHERE ${where})
      SELECT (SELECT count(*)::int FROM found) AS total, (
        SELECT COALESCE(jsonb_agg(${SCHEDULE} ORDER BY s.next_at, s.id), '[]')
          FROM (SELECT * FROM found ORDER BY next_at, id ${page}) page
          JOIN schedule s ON s.id = page.id
          JOIN feature f ON f.name = s.feature_name) AS schedules`,
    values,
  };
});

/** The first place of the change in which approvals are required. */
export const FIND_REQUIREMENT = statement<
  [project: string, environment: string | null],
  { environment: string }
>(
  'schedule.find-requirement',
  /* sql */ `
    SELECT pe.environment FROM project_environment pe
     WHERE pe.project = $1 AND ($2::text IS NULL OR pe.environment = $2)
       AND pe.required_approvals IS NOT NULL ORDER BY 1 LIMIT 1`,
);

export const FIND_ENVIRONMENT = statement<[project: string, environment: string]>(
  'schedule.find-environment',
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
  'schedule.count-open',
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

const versionToStore = (mark: Mark): string => /* sql */ `
  CASE WHEN v.action IN ('updateStrategy', 'deleteStrategy')
    THEN ${versionOfTarget(mark, 'v')} END`;

/** The chosen values as a row `v`, with the versions of what the schedule changes. */
const VALUES = /* sql */ `
  SELECT v.*, ${versionToStore('xmin')} AS version,
         ${versionToStore('content')} AS digest
    FROM (SELECT $1::text AS feature_name, $2::text AS environment, $3::text AS action,
                 $4::jsonb AS payload, $5::timestamptz AS starts_at, $6::timestamptz AS next_at,
                 $7::text AS rule, $8::text AS time_zone, $9::timestamptz AS until_at,
                 $10::int AS duration_minutes, $11::text AS when_late,
                 $12::int AS created_by_user_id, $13::uuid AS created_by_token) v`;

/** Adds a schedule of a feature whose lock is held. */
export const ADD = statement<ScheduleValues, { id: number }>(
  'schedule.add',
  /* sql */ `
    INSERT INTO schedule (feature_name, environment, action, payload, starts_at, next_at, rule,
      time_zone, until_at, duration_minutes, when_late, created_by_user_id, created_by_token,
      version, digest)
    SELECT w.* FROM (${VALUES}) w
    RETURNING id`,
);

/** Replaces what a locked schedule does. It begins anew, with another author. */
export const REPLACE = statement<[...ScheduleValues, id: number]>(
  'schedule.replace',
  /* sql */ `
    UPDATE schedule s
       SET action = w.action, payload = w.payload, starts_at = w.starts_at, next_at = w.next_at,
           rule = w.rule, time_zone = w.time_zone, until_at = w.until_at,
           duration_minutes = w.duration_minutes, when_late = w.when_late,
           created_by_user_id = w.created_by_user_id, created_by_token = w.created_by_token,
           version = w.version, digest = w.digest, state = 'pending', step = 'start', reason = NULL,
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
  'schedule.lock',
  /* sql */ `
    SELECT s.id, s.feature_name AS feature, s.environment, s.action, s.payload,
           iso8601(s.starts_at) AS at, s.rule, s.time_zone AS "timeZone",
           s.duration_minutes AS "durationMinutes", s.when_late AS "whenLate", s.state,
           s.created_by_user_id AS "userId", s.created_by_token AS "tokenId"
      FROM schedule s JOIN feature f ON f.name = s.feature_name
     WHERE f.project = $1 AND s.id = $2 FOR UPDATE OF s /* locks schedules */`,
);

export const CANCEL = statement<[id: number]>(
  'schedule.cancel',
  `UPDATE schedule SET state = 'cancelled', reason = NULL, changed_at = now() WHERE id = $1`,
);

/** A local time without an offset, like `2030-01-31T18:00:00`. */
export const localTime = (time: string, zone: string): string =>
  `to_char((${time}) AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Compares a time with the clock of the database, and converts it to the local time of a zone. */
export const READ_TIME = statement<
  [at: string, zone: string, maxHours: number],
  { isPast: boolean; isFar: boolean; local: string }
>(
  'schedule.read-time',
  /* sql */ `
    SELECT $1::timestamptz <= now() AS "isPast",
           $1::timestamptz > now() + make_interval(hours => $3) AS "isFar",
           ${localTime('$1::timestamptz', '$2')} AS local`,
);

/** Converts local times of zones, in this order. */
export const READ_LOCAL_TIMES = statement<
  [locals: readonly string[], zones: readonly string[]],
  { at: string; epoch: number }
>(
  'schedule.read-local-times',
  /* sql */ `
    SELECT iso8601(t.local::timestamp AT TIME ZONE t.zone) AS at,
           extract(epoch FROM t.local::timestamp AT TIME ZONE t.zone)::float8 AS epoch
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(local, zone, n) ORDER BY t.n`,
);

/** Longer than any change of the clocks. */
const CLOCK_CHANGE = `interval '3 hours'`;

/**
 * The rules of recurring schedules, and the local times between which to look for occurrences after
 * the next one. They are some hours apart from it and from the range, since the clocks may change.
 */
export const READ_RULES = statement<
  [ids: readonly number[], from: string, to: string],
  {
    id: number;
    rule: string;
    timeZone: string;
    start: string;
    localAfter: string;
    localTo: string;
    nextEpoch: number;
    untilEpoch: number | null;
  }
>(
  'schedule.read-rules',
  /* sql */ `
    SELECT s.id, s.rule, s.time_zone AS "timeZone",
           ${localTime('s.starts_at', 's.time_zone')} AS start,
           ${localTime(`GREATEST(s.next_at, $2::timestamptz) - ${CLOCK_CHANGE}`, 's.time_zone')}
             AS "localAfter",
           ${localTime(`$3::timestamptz + ${CLOCK_CHANGE}`, 's.time_zone')} AS "localTo",
           extract(epoch FROM s.next_at)::float8 AS "nextEpoch",
           extract(epoch FROM s.until_at)::float8 AS "untilEpoch"
      FROM schedule s WHERE s.id = ANY ($1::int[]) AND s.rule IS NOT NULL ORDER BY s.id`,
);

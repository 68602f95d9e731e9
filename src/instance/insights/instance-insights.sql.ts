import { canReveal, revealsHidden } from '../../core/auth/permissions/hidden.sql.js';
import { MEMBER_COUNT } from '../../core/auth/permissions/role.sql.js';
import { USE_OF_ACCESS } from '../../core/event/account-events.js';
import { featureCounts } from '../../flags/feature-count/feature-count.sql.js';
import { TIMES_TO_PRODUCTION } from '../../flags/project/project.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { InsightsResponse, LifecycleInsightsResponse } from './instance-insights.dto.js';

const TODAY = "(now() AT TIME ZONE 'UTC')::date";
/** How often the state of the present day is noted, by whichever instance is first. */
const AGAIN_AFTER = "interval '50 minutes'";
/** How long insights are kept. */
const KEPT_DAYS = 732;

/** Notes the state of today, unless an instance has done so just now. */
export const NOTE_STATE = statement<[]>(
  'instance-insights.note-state',
  /* sql */ `
    WITH due AS (
      INSERT INTO insight_day AS d (day, users, active_users, taken_at)
      SELECT ${TODAY}, count(*),
             count(*) FILTER (WHERE u.seen_at > now() - interval '2160 hours'), now()
        FROM app_user u WHERE u.deleted_at IS NULL AND u.kind = 'user'
      ON CONFLICT ON CONSTRAINT insight_day_pkey DO UPDATE
        SET users = excluded.users, active_users = excluded.active_users, taken_at = now()
        WHERE d.taken_at < now() - ${AGAIN_AFTER}
      RETURNING d.day
    ), kept AS MATERIALIZED (
      SELECT p.id FROM project p WHERE EXISTS (SELECT FROM due) ORDER BY p.id COLLATE "C"
         FOR KEY SHARE /* locks projects */
    ), counts AS (${featureCounts()}
    ), production AS (${TIMES_TO_PRODUCTION})
    INSERT INTO insight_project_day AS d (day, project, features, stale, potentially_stale,
      days_to_production, members)
    SELECT due.day, p.id, COALESCE(c.live, 0), COALESCE(c.stale, 0),
           COALESCE(c.potentially_stale, 0), t.days, ${MEMBER_COUNT}
      FROM due CROSS JOIN kept p
      LEFT JOIN counts c ON c.project = p.id LEFT JOIN production t ON t.project = p.id
     ORDER BY p.id COLLATE "C"
    ON CONFLICT ON CONSTRAINT insight_project_day_pkey DO UPDATE
      SET features = excluded.features, stale = excluded.stale,
          potentially_stale = excluded.potentially_stale,
          days_to_production = excluded.days_to_production, members = excluded.members`,
);

/** Notes the reported usage of the oldest day that is over and not noted; one instance does. */
export const NOTE_USAGE = statement<[], { day: string }>(
  'instance-insights.note-usage',
  /* sql */ `
    WITH due AS (
      UPDATE insight_day SET has_usage = true
       WHERE NOT has_usage AND day = (SELECT min(o.day) FROM insight_day o
         WHERE NOT o.has_usage AND (o.day + 1)::timestamp AT TIME ZONE 'UTC'
           < now() - interval '1 hour')
      RETURNING day
    ), used AS (
      SELECT due.day, f.project, sum(m.yes)::bigint AS yes, sum(m.no)::bigint AS no,
             count(DISTINCT m.app_name) AS applications,
             count(DISTINCT m.environment) AS environments,
             count(DISTINCT m.feature_name) AS features
        FROM due JOIN client_metric m ON m.hour >= due.day::timestamp AT TIME ZONE 'UTC'
         AND m.hour < (due.day + 1)::timestamp AT TIME ZONE 'UTC'
        JOIN feature f ON f.name = m.feature_name
       GROUP BY 1, 2
    ), kept AS MATERIALIZED (
      SELECT p.id FROM project p WHERE p.id IN (SELECT u.project FROM used u)
       ORDER BY p.id COLLATE "C" FOR KEY SHARE /* locks projects */
    ), noted AS (
      INSERT INTO insight_usage_day (day, project, yes, no, applications, environments, features)
      SELECT u.day, u.project, u.yes, u.no, u.applications, u.environments, u.features
        FROM used u JOIN kept ON kept.id = u.project
      ON CONFLICT ON CONSTRAINT insight_usage_day_pkey DO NOTHING
    )
    SELECT day::text AS day FROM due`,
);

export const FORGET_STATES = statement<[]>(
  'instance-insights.forget-states',
  /* sql */ `
    DELETE FROM insight_project_day WHERE (day, project) IN (
      SELECT day, project FROM insight_project_day WHERE day < ${TODAY} - ${KEPT_DAYS}
       ORDER BY day, project FOR UPDATE SKIP LOCKED)`,
);

export const FORGET_USAGE = statement<[]>(
  'instance-insights.forget-usage',
  /* sql */ `
    DELETE FROM insight_usage_day WHERE (day, project) IN (
      SELECT day, project FROM insight_usage_day WHERE day < ${TODAY} - ${KEPT_DAYS}
       ORDER BY day, project FOR UPDATE SKIP LOCKED)`,
);

export const FORGET_DAYS = statement<[]>(
  'instance-insights.forget-days',
  /* sql */ `
    DELETE FROM insight_day WHERE (day) IN (
      SELECT day FROM insight_day WHERE day < ${TODAY} - ${KEPT_DAYS}
       ORDER BY day FOR UPDATE SKIP LOCKED)`,
);

/** The end of a day, or of its week. */
const endOf = (day: string): string =>
  `iso8601((${day} + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 millisecond')`;
/** The Monday of the week of a day. */
const weekOf = (day: string): string => `(${day} - (${day} - date '0001-01-01') % 7)`;
const weekJson = (monday: string): string =>
  `'week', to_char(${monday}, 'IYYY-IW'), 'date', ${endOf(`(${monday} + 6)`)}`;
const utcDay = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;
/** Whether a moment is within the days of the request. */
const within = (moment: string): string => /* sql */ `
  ${moment} >= ($1::text)::date::timestamp AT TIME ZONE 'UTC'
  AND ${moment} < (($2::text)::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** Whether a project is one of those of the request, which the caller sees. */
const isChosen = (project: string): string => /* sql */ `
  ${project} <> ALL ($3::text[]) AND ($4::text[] IS NULL OR ${project} = ANY ($4))`;

/** The JSON of numbers of features, of columns that are numbers or sums of them. */
const flagsJson = (features: string, stale: string, outlived: string): string => /* sql */ `
  'total', ${features}, 'active', ${features} - ${stale} - ${outlived}, 'stale', ${stale},
  'potentiallyStale', ${outlived}`;
/** The percentage of features of `d` that are stale or potentially stale. */
const DEBT = /* sql */ `
  COALESCE(round(100.0 * (d.stale + d.potentially_stale) / NULLIF(d.features, 0)), 0)::int`;

const list = (rows: string): string => `COALESCE((${rows}), '[]')`;

const USERS = list(/* sql */ `
  SELECT json_agg(json_build_object('date', ${endOf('d.day')}, 'total', d.users,
           'active', d.active_users, 'inactive', d.users - d.active_users) ORDER BY d.day)
    FROM insight_day d WHERE d.day BETWEEN ($1::text)::date AND ($2::text)::date`);

const FLAGS = list(/* sql */ `
  SELECT json_agg(json_build_object('date', ${endOf('n.day')},
           ${flagsJson('n.features', 'n.stale', 'n.outlived')}) ORDER BY n.day)
    FROM (SELECT d.day, sum(d.features) AS features, sum(d.stale) AS stale,
                 sum(d.potentially_stale) AS outlived FROM states d GROUP BY 1) n`);

const PROJECT_FLAGS = list(/* sql */ `
  SELECT json_agg(json_strip_nulls(json_build_object('project', d.project, ${weekJson('d.week')},
           ${flagsJson('d.features', 'd.stale', 'd.potentially_stale')},
           'health', 100 - ${DEBT}, 'technicalDebt', ${DEBT}, 'users', d.members,
           'timeToProduction', d.days_to_production)) ORDER BY d.week, d.project)
    FROM (SELECT DISTINCT ON (s.project, ${weekOf('s.day')}) s.*, ${weekOf('s.day')} AS week
            FROM states s ORDER BY s.project, ${weekOf('s.day')}, s.day DESC) d`);

const USAGE = list(/* sql */ `
  SELECT json_agg(json_build_object('project', u.project, ${weekJson('u.week')},
           'totalRequests', u.yes + u.no, 'totalYes', u.yes, 'totalNo', u.no,
           'totalApps', u.applications, 'totalEnvironments', u.environments,
           'totalFlags', u.features) ORDER BY u.week, u.project)
    FROM (SELECT d.project, ${weekOf('d.day')} AS week, sum(d.yes)::bigint AS yes,
                 sum(d.no)::bigint AS no, max(d.applications) AS applications,
                 max(d.environments) AS environments, max(d.features) AS features
            FROM insight_usage_day d
           WHERE d.day BETWEEN ($1::text)::date AND ($2::text)::date
             AND ${isChosen('d.project')} GROUP BY 1, 2) u`);

/**
 * The tallied changes in environments of projects that are hidden from the caller. Uses of access
 * have no environment.
 */
const HIDDEN_CHANGES = /* sql */ `
  SELECT e.environment, ${weekOf(utcDay('e.created_at'))} AS week, count(*) AS events
    FROM (
      SELECT e.environment, e.created_at, e.transaction_id FROM event e
       WHERE e.project = ANY ($3::text[]) AND ${within('e.created_at')}
      UNION ALL
      SELECT e.environment, e.created_at, e.transaction_id FROM event e
       WHERE ${canReveal('e.type', USE_OF_ACCESS)} AND ${within('e.created_at')}
         AND (e.project IS NULL OR e.project <> ALL ($3::text[]))
         AND ${revealsHidden('$3::text[]')}) e
   WHERE e.environment IS NOT NULL
     AND e.transaction_id < (SELECT h.transaction_id FROM event_tally_horizon h)
   GROUP BY 1, 2`;

const ALL_CHANGES = /* sql */ `
  SELECT t.environment, ${weekOf(utcDay('t.hour'))} AS week, t.events
    FROM event_hour_tally t WHERE ${within('t.hour')}`;
/** What is left when those are taken away that the caller does not see. */
const SEEN_CHANGES = /* sql */ `${ALL_CHANGES}
  UNION ALL
  SELECT h.environment, h.week, -h.events FROM (${HIDDEN_CHANGES}) h`;

const changes = (rows: string): string =>
  list(/* sql */ `
    SELECT json_agg(json_build_object('environmentType', c.type, ${weekJson('c.week')},
             'totalUpdates', c.events) ORDER BY c.week, c.type)
      FROM (SELECT e.type, n.week, sum(n.events)::bigint AS events
              FROM (${rows}) n JOIN environment e ON e.name = n.environment
             GROUP BY 1, 2 HAVING sum(n.events) > 0) c`);

const IN_PRODUCTION = list(/* sql */ `
  SELECT json_agg(json_build_object('project', n.project, ${weekJson('n.week')},
           'newProductionFlags', n.features) ORDER BY n.week, n.project)
    FROM (SELECT f.project, ${weekOf(utcDay('l.entered_at'))} AS week, count(*) AS features
            FROM feature_lifecycle l JOIN feature f ON f.name = l.feature_name
           WHERE l.stage = 'live' AND ${within('l.entered_at')}
             AND ${isChosen('f.project')} GROUP BY 1, 2) n`);

/** Created features by type, and archived ones in rows without a type. */
const CREATED = list(/* sql */ `
  SELECT json_agg(json_build_object('project', w.project, ${weekJson('w.week')},
           'createdFlags', w.created, 'archivedFlags', w.archived) ORDER BY w.week, w.project)
    FROM (SELECT n.project, n.week,
                 COALESCE(json_object_agg(n.type, n.features ORDER BY n.type)
                   FILTER (WHERE n.type IS NOT NULL), '{}') AS created,
                 COALESCE(sum(n.features) FILTER (WHERE n.type IS NULL), 0) AS archived
            FROM (SELECT f.project, ${weekOf(utcDay('f.created_at'))} AS week, f.type,
                         count(*) AS features
                    FROM feature f WHERE ${within('f.created_at')} GROUP BY 1, 2, 3
                  UNION ALL
                  SELECT f.project, ${weekOf(utcDay('f.archived_at'))}, NULL, count(*)
                    FROM feature f WHERE ${within('f.archived_at')} GROUP BY 1, 2) n
           WHERE ${isChosen('n.project')} GROUP BY 1, 2) w`);

/** How many of the projects of a request, or of all, the caller sees. */
export const COUNT_PROJECTS = statement<
  [hiddenProjects: readonly string[], projects: readonly string[] | null],
  { projects: number }
>(
  'instance-insights.count-projects',
  /* sql */ `
    SELECT count(*)::int AS projects FROM project p
     WHERE p.id <> ALL ($1::text[]) AND ($2::text[] IS NULL OR p.id = ANY ($2))`,
);

/** How the instance changed within some days. */
const insights = (rowsOfChanges: string): string => /* sql */ `
  WITH states AS MATERIALIZED (
    SELECT d.* FROM insight_project_day d
     WHERE d.day BETWEEN ($1::text)::date AND ($2::text)::date
       AND ${isChosen('d.project')})
  SELECT json_build_object('dateRange', json_build_object('from', $1::text, 'to', $2::text),
    'isShortened', $5::boolean, 'userTrends', ${USERS}, 'flagTrends', ${FLAGS},
    'projectFlagTrends', ${PROJECT_FLAGS}, 'metricsSummaryTrends', ${USAGE},
    'environmentTypeTrends', ${changes(rowsOfChanges)}, 'lifecycleTrends', ${IN_PRODUCTION},
    'creationArchiveTrends', ${CREATED})::text AS answer`;

type InsightsParams = [
  from: string,
  to: string,
  hiddenProjects: readonly string[],
  projects: readonly string[] | null,
  isShortened: boolean,
];
interface InsightsRow {
  answer: Json<InsightsResponse>;
}

/** For callers who see all projects: of changes, the tally alone, which is much faster. */
export const READ_INSIGHTS = statement<InsightsParams, InsightsRow>(
  'instance-insights.read-insights',
  insights(ALL_CHANGES),
);

export const READ_SEEN_INSIGHTS = statement<InsightsParams, InsightsRow>(
  'instance-insights.read-seen-insights',
  insights(SEEN_CHANGES),
);

/** The parts of the life of a feature. */
type Part = 'develop' | 'production' | 'cleanup';

/** When features entered each part of their life, and when their life ended. */
const LIVES = /* sql */ `
  SELECT f.type, f.created_at AS developed_at,
         min(l.entered_at) FILTER (WHERE l.stage = 'live') AS live_at,
         min(l.entered_at) FILTER (WHERE l.stage = 'completed') AS completed_at,
         f.archived_at
    FROM feature f LEFT JOIN feature_lifecycle l
      ON l.feature_name = f.name AND l.stage IN ('live', 'completed')
   WHERE f.project <> ALL ($2::text[]) AND ($1::text[] IS NULL OR f.project = ANY ($1))
   GROUP BY f.name`;

/** The stays in a part of life: since when, and until when if they have ended. */
const STAYS = /* sql */ `
  SELECT 'develop' AS part, type, developed_at AS since,
         LEAST(live_at, completed_at, archived_at) AS until FROM lives
  UNION ALL
  SELECT 'production', type, live_at, LEAST(completed_at, archived_at) FROM lives
   WHERE live_at IS NOT NULL
  UNION ALL
  SELECT 'cleanup', type, completed_at, archived_at FROM lives WHERE completed_at IS NOT NULL`;

const IS_NEW = "s.since > now() - interval '168 hours'";
const category = (kind: string): string => /* sql */ `json_build_object(
  'newFlagsThisWeek', count(*) FILTER (WHERE s.until IS NULL AND ${kind} AND ${IS_NEW}),
  'flagsOlderThanWeek', count(*) FILTER (WHERE s.until IS NULL AND ${kind} AND NOT ${IS_NEW}))`;
/** The median of days; 0 of none. */
const median = (end: string, condition: string): string => /* sql */ `
  COALESCE(round((percentile_cont(0.5)
    WITHIN GROUP (ORDER BY extract(epoch FROM ${end} - s.since)::float8 / 86400)
    FILTER (WHERE ${condition}))::numeric, 1), 0)`;

const partJson = (part: Part): string => /* sql */ `(
  SELECT json_build_object('categories', json_build_object(
           'experimental', ${category("s.type = 'experiment'")},
           'release', ${category("s.type = 'release'")},
           'permanent', ${category("s.type NOT IN ('experiment', 'release')")}),
         'medianDaysInCurrentStage', ${median('now()', 's.until IS NULL')},
         'medianDaysHistorically', ${median('s.until', 's.until IS NOT NULL')},
         'totalFlags', count(*) FILTER (WHERE s.until IS NULL))
    FROM stays s WHERE s.part = '${part}')`;

/** How far features are in their life. */
export const READ_LIFECYCLE_INSIGHTS = statement<
  [projects: readonly string[] | null, hiddenProjects: readonly string[]],
  { answer: Json<LifecycleInsightsResponse> }
>(
  'instance-insights.read-lifecycle-insights',
  /* sql */ `
    WITH lives AS MATERIALIZED (${LIVES}), stays AS MATERIALIZED (${STAYS})
    SELECT json_build_object('lifecycleTrends', json_build_object(
      'develop', ${partJson('develop')}, 'production', ${partJson('production')},
      'cleanup', ${partJson('cleanup')}))::text AS answer`,
);

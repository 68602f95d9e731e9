import { statement } from '../../platform/database/statement.js';
import { PRESENT_NAME } from '../../core/event/event-payload.sql.js';
import type { Json } from '../../platform/http/json.js';
import type { ImpactResponse } from './impact.response.js';
import { plannedChanges } from './planned-changes.sql.js';

/** Maximum number of names in a list. */
export const MAX_NAMES = 100;

/** Start of the hours of the clock whose evaluations count as recent. */
export const RECENT_SINCE = "(date_trunc('hour', now(), 'UTC') - interval '1 hour')";
/**
 * Whether an hour of metrics is recent. Usage is never reported for the future, so the end of the
 * hour after this one only spares PostgreSQL the partitions that are made for the next days.
 */
export const isRecent = (hour: string): string =>
  `${hour} >= ${RECENT_SINCE} AND ${hour} < now() + interval '1 hour'`;
/** From when on applications and instances count as seen recently. */
export const SEEN_SINCE = "(now() - interval '48 hours')";

/** JSON of the rows of a query with the column `name`. */
export const affected = (query: string): string => /* sql */ `(
  WITH q (name) AS MATERIALIZED (${query})
  SELECT json_build_object('count', (SELECT count(*) FROM q), 'names', (
    SELECT COALESCE(json_agg(first.name ORDER BY first.name), '[]')
      FROM (SELECT q.name FROM q ORDER BY q.name LIMIT ${MAX_NAMES}) first)))`;

/** Above this number of features, only the newest events of the project are read. */
const MANY_FEATURES = 20;
/** Maximum number of newest events of the project that are read then. */
const NEWEST_EVENTS = 1000;
const ARE_MANY = `(SELECT count(*) FROM subject) > ${MANY_FEATURES}`;

const CHANGE_JSON = /* sql */ `
  json_build_object('eventId', e.id, 'type', e.type, 'createdAt', iso8601(e.created_at),
    'createdBy', COALESCE(${PRESENT_NAME}, e.created_by), 'createdByUserId', e.created_by_user_id)`;

/** Whether an event `e` about a feature changed it, in the environment or in all of them. */
const IS_CHANGE = /* sql */ `
  ($2::text IS NULL OR e.environment IS NULL OR e.environment = $2)
  AND e.type NOT IN ('feature-favorited', 'feature-unfavorited')`;

/**
 * The newest event about the features that changed one of them. One of many features is likely to
 * be among the newest events of the project; if not, the newest change is unknown. Few features are
 * looked up. IS TRUE keeps PostgreSQL from joining, which would read all of these events instead of
 * ending with the first one that matches.
 */
const LAST_CHANGE = /* sql */ `COALESCE((
  SELECT ${CHANGE_JSON}
    FROM (SELECT * FROM event own
           WHERE own.project = $3 AND ${ARE_MANY}
           ORDER BY own.id DESC LIMIT ${NEWEST_EVENTS}) e
   WHERE (e.feature_name IN (SELECT s.name FROM subject s)) IS TRUE AND ${IS_CHANGE}
   ORDER BY e.id DESC LIMIT 1
), (
  SELECT ${CHANGE_JSON}
    FROM subject s CROSS JOIN LATERAL (
      SELECT e.id, e.type, e.created_at, e.created_by, e.created_by_user_id FROM event e
       WHERE e.feature_name = s.name AND e.project = s.project AND ${IS_CHANGE}
       ORDER BY e.id DESC LIMIT 1) e
   WHERE NOT ${ARE_MANY}
   ORDER BY e.id DESC LIMIT 1))`;

interface Scope {
  /** Condition of a feature `f` that the change is about. */
  readonly features: string;
  /** Whether it is about one environment. */
  readonly isInEnvironment: boolean;
  /** Query of the names of segments that are deleted. */
  readonly segments?: string;
  /** Whether evaluations are read from what is kept per feature, without variants. */
  readonly isWhole?: boolean;
  /** Whether the newest change is read. */
  readonly lastChange?: boolean;
}

export type ImpactParams<Subject> = [
  hiddenProjects: readonly string[],
  environment: string | null,
  project: string | null,
  subject: Subject,
  isOn: boolean,
];

/** A condition of a column that has an environment. */
export type Here = (column: string) => string;

/** The condition for the environment of the change, or for any. */
export const hereIf =
  (isInEnvironment: boolean): Here =>
  (column) =>
    isInEnvironment ? `${column} = $2` : '($2::text IS NULL)';

/** The expression `subject`: the visible features that a change is about. */
export const subjectOf = (features: string): string => /* sql */ `
  subject AS MATERIALIZED (
    SELECT f.name, f.project FROM feature f WHERE f.project <> ALL ($1::text[]) AND ${features}
  )`;

/** The rows of a table that belong to the features `subject`, read in one pass of its index. */
const ofFeatures = (table: string, alias: string, condition: string): string => /* sql */ `
  ${table} ${alias}
    WHERE ${isSubject(`${alias}.feature_name`)}
      AND ${condition}`;
const isSubject = (name: string): string =>
  `${name} = ANY ((SELECT array_agg(s.name) FROM subject s)::text[])`;

/** The evaluations of usage `u`, and whether they are recent. The time is computed once. */
export const SUM_OF_USAGE = /* sql */ `
  COALESCE(sum(u.yes), 0) AS yes, COALESCE(sum(u.no), 0) AS no`;
export const IS_RECENT_USAGE = `u.hour >= (SELECT ${RECENT_SINCE})`;

/** The expressions `total` and `given`: evaluations of the features, and by variant. */
const evaluations = (here: Here): string => /* sql */ `
  total AS (
    SELECT COALESCE(sum(m.yes), 0) AS yes, COALESCE(sum(m.no), 0) AS no
      FROM ${ofFeatures('client_metric', 'm', `${here('m.environment')} AND ${isRecent('m.hour')}`)}
  ), given AS (
    SELECT v.variant AS name, sum(v.count) AS count
      FROM ${ofFeatures(
        'client_metric_variant',
        'v',
        `${here('v.environment')} AND ${isRecent('v.hour')}`,
      )}
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_NAMES}
  )`;

/** Like {@link evaluations}, from the newest hour that is kept for each feature. */
const newestEvaluations = (here: Here): string => /* sql */ `
  total AS (
    SELECT ${SUM_OF_USAGE}
      FROM ${ofFeatures(
        'feature_environment_usage',
        'u',
        `${here('u.environment')} AND ${IS_RECENT_USAGE}`,
      )}
  ), given AS (SELECT NULL::text AS name, 0 AS count WHERE false)`;

/** The features `subject`, and what belongs to them. The features are found first. */
const found = ({ features, isWhole }: Scope, here: Here): string => /* sql */ `
  ${subjectOf(features)}, application AS MATERIALIZED (
    SELECT DISTINCT c.app_name AS name
      FROM ${ofFeatures(
        'client_application_feature',
        'c',
        `${here('c.environment')} AND c.hour > ${SEEN_SINCE}`,
      )}
  ), ${isWhole ? newestEvaluations(here) : evaluations(here)}`;

/** JSON of the evaluations of `total` and `given`. */
export const EVALUATIONS = /* sql */ `(
  SELECT json_build_object('since', iso8601(${RECENT_SINCE}), 'yes', total.yes, 'no', total.no,
           'variants', (SELECT COALESCE(json_agg(
             json_build_object('name', given.name, 'count', given.count)
             ORDER BY given.count DESC, given.name), '[]') FROM given))
    FROM total)`;

/**
 * The other features that are on and whose dependency the change no longer fulfils, with
 * `is_visible`.
 */
export const allDependents = (here: Here): string => /* sql */ `
  SELECT DISTINCT child.name, child.project <> ALL ($1::text[]) AS is_visible FROM subject s
    JOIN feature_dependency d ON d.parent = s.name AND d.enabled = NOT $5::boolean
    JOIN feature child ON child.name = d.child
   WHERE child.archived_at IS NULL
     AND child.name NOT IN (SELECT own.name FROM subject own)
     AND EXISTS (SELECT FROM feature_environment fe
       WHERE fe.feature_name = child.name AND fe.enabled AND ${here('fe.environment')})`;

const dependents = (here: Here): string => /* sql */ `
  SELECT d.name FROM (${allDependents(here)}) d WHERE d.is_visible`;

/** The number of strategies of the features. */
const strategies = (here: Here): string => /* sql */ `(
  SELECT COALESCE(sum(fe.strategy_count), 0)
    FROM ${ofFeatures('feature_environment', 'fe', here('fe.environment'))})`;

/** Visible segments that strategies of the features use. */
const usedSegments = ({ isInEnvironment }: Scope): string => /* sql */ `
  SELECT g.name
    FROM (SELECT DISTINCT u.segment_id FROM ${ofFeatures('feature_segment', 'u', 'true')}) used
    JOIN segment g ON g.id = used.segment_id
   WHERE (g.project IS NULL OR g.project <> ALL ($1::text[]))
     AND (${!isInEnvironment} OR EXISTS (
       SELECT FROM feature_strategy_segment x JOIN feature_strategy fs ON fs.id = x.strategy_id
        WHERE x.segment_id = g.id AND x.feature_name IN (SELECT s.name FROM subject s)
          AND ${hereIf(isInEnvironment)('fs.environment')}))`;

/**
 * The number of connected SDKs that receive one of some features. Many SDKs ask for the same, so
 * each different query is examined once.
 * @param receives Whether a query `c` selects one of the features.
 */
export const connectionsOf = (here: Here, receives: string): string => /* sql */ `(
  SELECT COALESCE(sum(c.connections), 0) FROM (
    SELECT c.projects, c.hidden_projects, c.name_prefix, c.tags, count(*) AS connections
      FROM sdk_connection c
     WHERE ${here('c.environment')} AND c.expires_at > now()
       AND pg_snapshot_xmax(c.horizon) <= pg_snapshot_xmax(pg_current_snapshot())
     GROUP BY 1, 2, 3, 4) c
   WHERE ${receives})`;

/** Whether a query `c` of an SDK selects a project by its id. */
export const selectsProject = (id: string): string => /* sql */ `
  (c.projects IS NULL OR ${id} = ANY (c.projects)) AND ${id} <> ALL (c.hidden_projects)`;

/** Whether a query `c` of an SDK selects a feature of a selected project by its name. */
export const selectsFeature = (name: string): string => /* sql */ `
  starts_with(${name}, c.name_prefix)
  AND (c.tags IS NULL OR c.tags && (SELECT array_agg(g.type || ':' || g.value)
    FROM feature_tag g WHERE g.feature_name = ${name}))`;

const RECEIVES = /* sql */ `EXISTS (SELECT FROM subject s
  WHERE ${selectsProject('s.project')} AND ${selectsFeature('s.name')})`;

/** Reads what a change affects. */
function impact(scope: Scope): string {
  const { isInEnvironment, segments, lastChange } = scope;
  const here = hereIf(isInEnvironment);
  return /* sql */ `
    WITH ${found(scope, here)}
    SELECT json_build_object(
      'features', ${affected('SELECT name FROM subject')},
      'applications', ${affected('SELECT name FROM application')},
      'instances', (SELECT count(*) FROM application a
        JOIN client_instance i ON i.app_name = a.name
       WHERE ${here('i.environment')} AND i.seen_at > ${SEEN_SINCE}),
      'evaluations', ${EVALUATIONS},
      'dependents', ${affected(dependents(here))},
      'strategies', ${strategies(here)},
      'segments', ${affected(`${usedSegments(scope)}
        UNION ${segments ?? 'SELECT NULL WHERE false'}`)},
      'schedules', ${plannedChanges({ isSubject, here, hasArchiving: true })},
      'lastChange', ${lastChange ? LAST_CHANGE : 'NULL'},
      'connections', ${connectionsOf(here, RECEIVES)}
    )::text AS answer`;
}

/** The row of an impact. */
export interface Answer {
  answer: Json<ImpactResponse>;
}

/** Condition of the features that are given by name. */
export const NAMED = 'f.project = $3 AND f.name = ANY ($4::text[]) AND f.archived_at IS NULL';

/** The impact of changing features in one environment. */
export const IMPACT_IN_ENVIRONMENT = statement<ImpactParams<readonly string[]>, Answer>(
  'impact.impact-in-environment',
  impact({ features: NAMED, isInEnvironment: true, lastChange: true }),
);

/** The impact of changing features in all environments. */
export const IMPACT_EVERYWHERE = statement<ImpactParams<readonly string[]>, Answer>(
  'impact.impact-everywhere',
  impact({ features: NAMED, isInEnvironment: false, lastChange: true }),
);

/** The impact of deleting a segment. */
export const IMPACT_OF_SEGMENT = statement<ImpactParams<number>, Answer>(
  'impact.impact-of-segment',
  impact({
    features: /* sql */ `$3::text IS NULL AND f.name IN (
      SELECT fs.feature_name FROM feature_strategy_segment x
        JOIN feature_strategy fs ON fs.id = x.strategy_id WHERE x.segment_id = $4::int)`,
    isInEnvironment: false,
    segments: 'SELECT g.name FROM segment g WHERE g.id = $4::int',
  }),
);

/** The impact of removing an environment from a project. */
export const IMPACT_OF_PROJECT_ENVIRONMENT = statement<ImpactParams<null>, Answer>(
  'impact.impact-of-project-environment',
  impact({
    features: /* sql */ `f.project = $3 AND $4::text IS NULL AND EXISTS (
      SELECT FROM feature_environment fe
       WHERE fe.feature_name = f.name AND fe.environment = $2)`,
    isInEnvironment: true,
    isWhole: true,
  }),
);

/** The impact of deleting a project. */
export const IMPACT_OF_PROJECT = statement<ImpactParams<null>, Answer>(
  'impact.impact-of-project',
  impact({
    features: 'f.project = $3 AND $4::text IS NULL',
    isInEnvironment: false,
    segments: 'SELECT g.name FROM segment g WHERE g.project = $3',
    isWhole: true,
  }),
);

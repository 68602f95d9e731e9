import { statement } from '../database/statement.js';
import type { Json } from '../http/json.js';
import type { ImpactResponse } from './impact.response.js';

/** Maximum number of names in a list. */
export const MAX_NAMES = 100;

/** Start of the hours of the clock whose evaluations count as recent. */
export const RECENT_SINCE = "(date_trunc('hour', now(), 'UTC') - interval '1 hour')";

/** JSON of the rows of a query with the column `name`. */
const affected = (query: string): string => /* sql */ `(
  WITH q (name) AS MATERIALIZED (${query})
  SELECT json_build_object('count', (SELECT count(*) FROM q), 'names', (
    SELECT COALESCE(json_agg(first.name ORDER BY first.name), '[]')
      FROM (SELECT q.name FROM q ORDER BY q.name LIMIT ${MAX_NAMES}) first)))`;

/** Above this number of features, the newest events of the project are read first. */
const MANY_FEATURES = 20;
/** Maximum number of newest events of the project that are read first. */
const NEWEST_EVENTS = 1000;

const CHANGE_JSON = /* sql */ `
  json_build_object('eventId', e.id, 'type', e.type, 'createdAt', iso8601(e.created_at),
    'createdBy', e.created_by, 'createdByUserId', e.created_by_user_id)`;

/** Whether an event `e` about a feature changed it, in the environment or in all of them. */
const IS_CHANGE = /* sql */ `
  ($2::text IS NULL OR e.environment IS NULL OR e.environment = $2)
  AND e.type NOT IN ('feature-favorited', 'feature-unfavorited')`;

/**
 * The newest event about the features that changed one of them. One of many features is likely to
 * be among the newest events of the project; if not, each feature is looked up.
 */
const LAST_CHANGE = /* sql */ `COALESCE((
  SELECT ${CHANGE_JSON}
    FROM (SELECT * FROM event own
           WHERE own.project = $3 AND (SELECT count(*) FROM subject) > ${MANY_FEATURES}
           ORDER BY own.id DESC LIMIT ${NEWEST_EVENTS}) e
   WHERE e.feature_name IN (SELECT s.name FROM subject s) AND ${IS_CHANGE}
   ORDER BY e.id DESC LIMIT 1
), (
  SELECT ${CHANGE_JSON}
    FROM subject s CROSS JOIN LATERAL (
      SELECT e.id, e.type, e.created_at, e.created_by, e.created_by_user_id FROM event e
       WHERE e.feature_name = s.name AND e.project = s.project AND ${IS_CHANGE}
       ORDER BY e.id DESC LIMIT 1) e
   ORDER BY e.id DESC LIMIT 1))`;

interface Scope {
  /** Condition of a feature `f` that the change is about. */
  readonly features: string;
  /** Whether it is about one environment. */
  readonly isInEnvironment: boolean;
  /** Query of the names of segments that are deleted. */
  readonly segments?: string;
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
    SELECT f.name, f.project FROM feature f
     WHERE f.project <> ALL ($1::text[]) AND ($3::text IS NULL OR f.project = $3)
       AND ${features}
  )`;

/** The features `subject`, and what belongs to them. The features are found first. */
const found = (features: string, here: Here): string => /* sql */ `
  ${subjectOf(features)}, application AS MATERIALIZED (
    SELECT DISTINCT c.app_name AS name FROM subject s
      JOIN client_application_feature c ON c.feature_name = s.name
     WHERE ${here('c.environment')} AND c.hour > now() - interval '48 hours'
  ), total AS (
    SELECT COALESCE(sum(m.yes), 0) AS yes, COALESCE(sum(m.no), 0) AS no FROM subject s
      JOIN client_metric m ON m.feature_name = s.name
     WHERE ${here('m.environment')} AND m.hour >= ${RECENT_SINCE}
  ), given AS (
    SELECT v.variant AS name, sum(v.count) AS count FROM subject s
      JOIN client_metric_variant v ON v.feature_name = s.name
     WHERE ${here('v.environment')} AND v.hour >= ${RECENT_SINCE}
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_NAMES}
  )`;

/** JSON of the evaluations of the features. */
const EVALUATIONS = /* sql */ `(
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
  SELECT COALESCE(sum(fe.strategy_count), 0) FROM subject s
    JOIN feature_environment fe ON fe.feature_name = s.name WHERE ${here('fe.environment')})`;

/** Visible segments that strategies of the features use. */
const usedSegments = ({ isInEnvironment }: Scope): string => /* sql */ `
  SELECT g.name
    FROM (SELECT DISTINCT u.segment_id FROM subject s
            JOIN feature_segment u ON u.feature_name = s.name) used
    JOIN segment g ON g.id = used.segment_id
   WHERE (g.project IS NULL OR g.project <> ALL ($1::text[]))
     AND (${!isInEnvironment} OR EXISTS (
       SELECT FROM feature_strategy_segment x JOIN feature_strategy fs ON fs.id = x.strategy_id
        WHERE x.segment_id = g.id AND x.feature_name IN (SELECT s.name FROM subject s)
          AND ${hereIf(isInEnvironment)('fs.environment')}))`;

/** The number of connected SDKs that receive one of the features. */
const connections = (here: Here): string => /* sql */ `(
  SELECT count(*) FROM sdk_connection c
   WHERE ${here('c.environment')} AND c.expires_at > now()
     AND pg_snapshot_xmax(c.horizon) <= pg_snapshot_xmax(pg_current_snapshot())
     AND EXISTS (SELECT FROM subject s
       WHERE (c.projects IS NULL OR s.project = ANY (c.projects))
         AND s.project <> ALL (c.hidden_projects) AND starts_with(s.name, c.name_prefix)
         AND (c.tags IS NULL OR c.tags && (SELECT array_agg(g.type || ':' || g.value)
           FROM feature_tag g WHERE g.feature_name = s.name))))`;

/** Reads what a change affects. */
function impact(scope: Scope): string {
  const { features, isInEnvironment, segments, lastChange } = scope;
  const here = hereIf(isInEnvironment);
  return /* sql */ `
    WITH ${found(features, here)}
    SELECT json_build_object(
      'features', ${affected('SELECT name FROM subject')},
      'applications', ${affected('SELECT name FROM application')},
      'instances', (SELECT count(*) FROM application a
        JOIN client_instance i ON i.app_name = a.name
       WHERE ${here('i.environment')} AND i.seen_at > now() - interval '48 hours'),
      'evaluations', ${EVALUATIONS},
      'dependents', ${affected(dependents(here))},
      'strategies', ${strategies(here)},
      'segments', ${affected(`${usedSegments(scope)}
        UNION ${segments ?? 'SELECT NULL WHERE false'}`)},
      'lastChange', ${lastChange ? LAST_CHANGE : 'NULL'},
      'connections', ${connections(here)}
    )::text AS answer`;
}

interface Answer {
  answer: Json<ImpactResponse>;
}

/** Condition of the features that are given by name. */
export const NAMED = 'f.name = ANY ($4::text[]) AND f.archived_at IS NULL';

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
    features: /* sql */ `f.name IN (
      SELECT fs.feature_name FROM feature_strategy_segment x
        JOIN feature_strategy fs ON fs.id = x.strategy_id WHERE x.segment_id = $4::int)`,
    isInEnvironment: false,
    segments: 'SELECT g.name FROM segment g WHERE g.id = $4::int',
  }),
);

/** The impact of removing an environment, of one project or of all. */
export const IMPACT_OF_ENVIRONMENT = statement<ImpactParams<null>, Answer>(
  'impact.impact-of-environment',
  impact({
    features: /* sql */ `$4::text IS NULL AND EXISTS (
      SELECT FROM feature_environment fe
       WHERE fe.feature_name = f.name AND fe.environment = $2)`,
    isInEnvironment: true,
  }),
);

/** The impact of deleting a project. */
export const IMPACT_OF_PROJECT = statement<ImpactParams<null>, Answer>(
  'impact.impact-of-project',
  impact({
    features: 'f.project = $3 AND $4::text IS NULL',
    isInEnvironment: false,
    segments: 'SELECT g.name FROM segment g WHERE g.project = $3',
  }),
);

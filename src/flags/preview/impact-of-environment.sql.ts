import { statement } from '../../platform/database/statement.js';
import {
  type Answer,
  affected,
  connectionsOf,
  EVALUATIONS,
  hereIf,
  MAX_NAMES,
  IS_RECENT_USAGE,
  SEEN_SINCE,
  selectsFeature,
  selectsProject,
  SUM_OF_USAGE,
} from './impact.sql.js';
import { plannedChanges } from './planned-changes.sql.js';

/** Whether a feature, given by name, is visible. Most callers see all, and nothing is read then. */
const isVisible = (name: string): string => /* sql */ `
  (cardinality($1::text[]) = 0
    OR (SELECT f.project FROM feature f WHERE f.name = ${name}) <> ALL ($1::text[]))`;

/** The condition that usage or a feature in the environment `x` is of a visible feature. */
const HERE = /* sql */ `x.environment = $2 AND ${isVisible('x.feature_name')}`;

/** Like {@link HERE}, for reading all rows. */
const ALL_HERE = /* sql */ `x.environment = $2 AND (cardinality($1::text[]) = 0
  OR x.feature_name NOT IN (SELECT f.name FROM feature f WHERE f.project = ANY ($1::text[])))`;

/**
 * All applications, found by steps through the index instead of reading each of their features.
 * OFFSET 0 keeps the planner from reading all uses where the first one answers the question.
 */
const APPLICATION = /* sql */ `
  step (name) AS (
    (SELECT c.app_name FROM client_application_feature c ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT c.app_name FROM client_application_feature c
             WHERE c.app_name > step.name ORDER BY 1 LIMIT 1)
      FROM step WHERE step.name IS NOT NULL
  ), application AS MATERIALIZED (
    SELECT step.name FROM step
     WHERE EXISTS (SELECT FROM client_application_feature x
       WHERE x.app_name = step.name AND x.hour > ${SEEN_SINCE} AND ${HERE}
         AND EXISTS (SELECT FROM feature f WHERE f.name = x.feature_name OFFSET 0) OFFSET 0)
  )`;

/** Names of the segments that strategies in the environment use. */
const SEGMENTS = /* sql */ `
  SELECT g.name FROM segment g
   WHERE (g.project IS NULL OR g.project <> ALL ($1::text[]))
     AND EXISTS (SELECT FROM feature_strategy_segment u
       JOIN feature_strategy x ON x.id = u.strategy_id
       WHERE u.segment_id = g.id AND ${HERE} OFFSET 0)`;

/** Whether a query of an SDK selects a feature in the environment. */
const RECEIVES = /* sql */ `EXISTS (
  SELECT FROM project p
   WHERE p.id <> ALL ($1::text[]) AND ${selectsProject('p.id')}
     AND EXISTS (SELECT FROM feature f
       WHERE f.project = p.id AND ${selectsFeature('f.name')}
         AND EXISTS (SELECT FROM feature_environment fe
           WHERE fe.feature_name = f.name AND fe.environment = $2)))`;

const PLANNED = plannedChanges({
  isSubject: isVisible,
  here: hereIf(true),
  hasArchiving: false,
  isOfAll: true,
});

/**
 * The impact of deleting an environment. It can contain all features, so their number and names are
 * read without what belongs to each. Features that depend on others are in it themselves.
 */
export const IMPACT_OF_ENVIRONMENT = statement<
  [hiddenProjects: readonly string[], environment: string],
  Answer
>(
  'impact-of-environment.impact-of-environment',
  /* sql */ `
    WITH RECURSIVE ${APPLICATION}, place AS (
      SELECT count(*) AS features, COALESCE(sum(x.strategy_count), 0) AS strategies
        FROM feature_environment x WHERE ${ALL_HERE}
    ), total AS (
      SELECT ${SUM_OF_USAGE}
        FROM (SELECT * FROM feature_environment_usage x WHERE ${ALL_HERE}) u
       WHERE ${IS_RECENT_USAGE}
    ), given AS (SELECT NULL::text AS name, 0 AS count WHERE false)
    SELECT json_build_object(
      'features', json_build_object('count', place.features, 'names', (
        SELECT COALESCE(json_agg(first.name ORDER BY first.name), '[]')
          FROM (SELECT x.feature_name AS name FROM feature_environment x WHERE ${HERE}
                 ORDER BY 1 LIMIT ${MAX_NAMES}) first)),
      'applications', ${affected('SELECT name FROM application')},
      'instances', (SELECT count(*) FROM application a
        JOIN client_instance i ON i.app_name = a.name
       WHERE i.environment = $2 AND i.seen_at > ${SEEN_SINCE}),
      'evaluations', ${EVALUATIONS},
      'dependents', json_build_object('count', 0, 'names', json_build_array()),
      'strategies', place.strategies,
      'segments', ${affected(SEGMENTS)},
      'schedules', ${PLANNED},
      'lastChange', NULL,
      'connections', ${connectionsOf(hereIf(true), RECEIVES)}
    )::text AS answer FROM place`,
);

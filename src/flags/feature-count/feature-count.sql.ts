import { statement } from '../../platform/database/statement.js';
import { LIFETIME_START } from '../feature-type/feature-type.sql.js';

/** What is counted per project: features in a state, or live features that use something. */
type Subject = 'live' | 'archived' | 'stale' | 'outlived' | 'context-field' | 'segment';

/** The number of features of all projects in a state. */
export const countOf = (subject: Subject): string => /* sql */ `
  (SELECT COALESCE(sum(n.features), 0) FROM feature_count n WHERE n.subject = '${subject}')`;

/** The number of live and archived features of visible projects. */
export const visibleFeatures = (hidden: string): string => /* sql */ `
  (SELECT COALESCE(sum(n.features), 0) FROM feature_count n
    WHERE n.subject IN ('live', 'archived') AND n.project <> ALL (${hidden}::text[]))`;

/**
 * For each `key` that live features of visible projects use: the number of these features, and of
 * their projects. `hidden` is an SQL array of project ids.
 */
export const usesOf = (subject: 'context-field' | 'segment', hidden: string): string => /* sql */ `
  SELECT used.key, sum(used.features)::int AS features, count(*)::int AS projects
    FROM (SELECT n.key, n.project, sum(n.features) AS features FROM feature_count n
           WHERE n.subject = '${subject}' AND n.project <> ALL (${hidden})
           GROUP BY 1, 2 HAVING sum(n.features) > 0) used
   GROUP BY 1`;

/**
 * The projects of live features whose creation time meets a condition on the lifetime of their
 * type, one row per feature. OFFSET 0 and the bounded range only serve the planner, so that it uses
 * the index.
 */
const byLifetime = (condition: string): string => /* sql */ `
  feature_type lifetime CROSS JOIN LATERAL (
    SELECT f.project FROM feature f
     WHERE f.type = lifetime.id AND f.archived_at IS NULL AND NOT f.stale AND ${condition}
       AND f.created_at > '-infinity' AND f.created_at < 'infinity' OFFSET 0) f`;

/**
 * Numbers of live features by project. Potentially stale features are those that were noted as
 * such, with the few that should have been noted since, and without those that should not be noted
 * any more. Projects without live features are missing.
 * @param project An SQL expression, for one project only.
 */
export const featureCounts = (project?: string): string => {
  const only = (column: string): string => (project ? `AND ${column} = ${project}` : '');
  const number = (subject: Subject): string =>
    `COALESCE(sum(n.features) FILTER (WHERE n.subject = '${subject}'), 0)::int`;
  return /* sql */ `
  SELECT n.project, ${number('live')} AS live, ${number('stale')} AS stale,
         ${number('outlived')} AS potentially_stale
    FROM (
      SELECT n.project, n.subject, n.features FROM feature_count n
       WHERE n.subject IN ('live', 'stale', 'outlived') ${only('n.project')}
      UNION ALL
      SELECT f.project, 'outlived', 1 FROM ${byLifetime(`f.outlived_noted_at IS NULL
        AND f.created_at < ${LIFETIME_START} ${only('f.project')}`)}
      UNION ALL
      SELECT f.project, 'outlived', -1 FROM ${byLifetime(`f.outlived_noted_at IS NOT NULL
        AND f.created_at >= COALESCE(${LIFETIME_START}, '-infinity') ${only('f.project')}`)}
    ) n GROUP BY n.project HAVING ${number('live')} > 0`;
};

/** Merges the rows of each count. */
export const FOLD = statement<[]>('feature-count.fold', 'SELECT fold_feature_counts()');

const IN_STATE = (subject: Subject, holds: string): string => /* sql */ `
  SELECT '${subject}' AS subject, '' AS key, f.project, count(*) AS expected, 0 AS found
    FROM feature f WHERE ${holds} GROUP BY f.project`;

const USING = (subject: Subject, table: string, key: string): string => /* sql */ `
  SELECT '${subject}' AS subject, u.${key}::text AS key, f.project, count(*) AS expected, 0 AS found
    FROM ${table} u JOIN feature f ON f.name = u.feature_name
   WHERE f.archived_at IS NULL GROUP BY u.${key}, f.project`;

/** Where a number of features is wrong. */
export const WRONG_FEATURE_COUNTS = /* sql */ `
  SELECT subject, key, project, sum(expected)::bigint AS expected, sum(found)::bigint AS found
    FROM (${[
      IN_STATE('live', 'f.archived_at IS NULL'),
      IN_STATE('archived', 'f.archived_at IS NOT NULL'),
      IN_STATE('stale', 'f.archived_at IS NULL AND f.stale'),
      IN_STATE(
        'outlived',
        'f.archived_at IS NULL AND NOT f.stale AND f.outlived_noted_at IS NOT NULL',
      ),
      USING('context-field', 'feature_context_field', 'context_field'),
      USING('segment', 'feature_segment', 'segment_id'),
      'SELECT subject, key, project, 0, features FROM feature_count',
    ].join(' UNION ALL ')}) c
   GROUP BY 1, 2, 3 HAVING sum(expected) <> sum(found)`;

/**
 * Statements that correct wrong counts. They add the difference, which concurrent changes do not
 * affect, so that only another repair has to wait.
 */
export const REPAIR_FEATURE_COUNTS = [
  'LOCK TABLE feature_count IN SHARE UPDATE EXCLUSIVE MODE',
  /* sql */ `
    INSERT INTO feature_count (subject, key, project, features)
    SELECT subject, key, project, expected - found FROM (${WRONG_FEATURE_COUNTS}) w`,
];

/** Where the stored number of strategies of a feature with a segment is wrong. */
export const WRONG_FEATURE_SEGMENTS = /* sql */ `
  SELECT feature_name, segment_id, sum(expected)::bigint AS expected, sum(found)::bigint AS found
    FROM (
      SELECT fs.feature_name, ss.segment_id, count(*) AS expected, 0 AS found
        FROM feature_strategy_segment ss JOIN feature_strategy fs ON fs.id = ss.strategy_id
       GROUP BY 1, 2
      UNION ALL SELECT feature_name, segment_id, 0, strategies FROM feature_segment
    ) c GROUP BY 1, 2 HAVING sum(expected) <> sum(found)`;

/** Statements that correct wrong counts. Changes of segments of strategies wait meanwhile. */
export const REPAIR_FEATURE_SEGMENTS = [
  'LOCK TABLE feature_segment IN SHARE ROW EXCLUSIVE MODE',
  /* sql */ `
    WITH wrong AS MATERIALIZED (${WRONG_FEATURE_SEGMENTS}), gone AS (
      DELETE FROM feature_segment u USING wrong w
       WHERE u.feature_name = w.feature_name AND u.segment_id = w.segment_id AND w.expected = 0
    )
    INSERT INTO feature_segment (feature_name, segment_id, strategies)
    SELECT feature_name, segment_id, expected FROM wrong WHERE expected > 0
    ON CONFLICT ON CONSTRAINT feature_segment_pkey DO UPDATE SET strategies = excluded.strategies`,
];

/** Names that applications ask for, that have no feature, and that are not stored yet. */
export const MISSING_UNKNOWN_FEATURES = /* sql */ `
  SELECT DISTINCT a.feature_name FROM client_application_feature a
   WHERE NOT EXISTS (SELECT FROM feature f WHERE f.name = a.feature_name)
     AND NOT EXISTS (SELECT FROM unknown_feature u WHERE u.feature_name = a.feature_name)`;

/** Statements that store the missing names. */
export const REPAIR_UNKNOWN_FEATURES = [
  /* sql */ `
    INSERT INTO unknown_feature (feature_name) ${MISSING_UNKNOWN_FEATURES} ORDER BY 1
    ON CONFLICT ON CONSTRAINT unknown_feature_pkey DO UPDATE SET noted_at = now()`,
];

/** Removes stored names that no application asks for any more. */
export const DELETE_UNASKED = statement<[]>(
  'feature-count.delete-unasked',
  /* sql */ `
    DELETE FROM unknown_feature u WHERE u.noted_at < now() - interval '24 hours'
       AND NOT EXISTS (SELECT FROM client_application_feature a
         WHERE a.feature_name = u.feature_name)`,
);

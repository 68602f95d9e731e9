import type { DependencyPayload, VariantsPayload } from '../../../core/event/feature-events.js';
import { statement } from '../../../platform/database/statement.js';
import { DEPENDENCY_JSON } from '../dependency/dependency.sql.js';
import type { BareFeatureResponse } from '../feature.response.js';

/** Copies the variants for the environments of the project, from a feature to its clone. */
export const COPY_VARIANTS = statement<
  [from: string, featureName: string],
  { environment: string; variants: VariantsPayload['variants'] }
>(
  'clone.copy-variants',
  /* sql */ `
    WITH copied AS (
      UPDATE feature_environment clone SET variants = source.variants
        FROM feature_environment source
       WHERE source.feature_name = $1 AND clone.feature_name = $2
         AND clone.environment = source.environment AND source.variants <> '[]'
      RETURNING clone.environment, clone.variants
    )
    SELECT c.environment, c.variants FROM copied c JOIN environment e ON e.name = c.environment
      ORDER BY e.sort_order, e.name`,
);

/**
 * Copies the strategies with their segments for the environments of the project, and returns these.
 * Creation times are copied too, because they order strategies with the same position.
 */
export const COPY_STRATEGIES = statement<
  [from: string, featureName: string, replaceGroupId: boolean],
  { environment: string }
>(
  'clone.copy-strategies',
  /* sql */ `
    WITH source AS MATERIALIZED (
      SELECT fs.*, gen_random_uuid() AS clone_id FROM feature_strategy fs
        JOIN feature_environment fe ON fe.feature_name = $2 AND fe.environment = fs.environment
       WHERE fs.feature_name = $1
    ), copied AS (
      INSERT INTO feature_strategy (id, feature_name, environment, name, title, disabled,
        sort_order, parameters, constraints, variants, created_at)
      SELECT clone_id, $2, environment, name, title, disabled, sort_order,
             CASE WHEN $3::boolean AND parameters ? 'groupId'
               THEN jsonb_set(parameters, '{groupId}', to_jsonb($2::text)) ELSE parameters END,
             constraints, variants, created_at FROM source
      RETURNING environment
    ), segments AS (
      INSERT INTO feature_strategy_segment (strategy_id, segment_id)
      SELECT s.clone_id, ss.segment_id FROM source s
        JOIN feature_strategy_segment ss ON ss.strategy_id = s.id
    )
    SELECT e.name AS environment FROM environment e
      WHERE e.name IN (SELECT environment FROM copied) ORDER BY e.sort_order, e.name`,
);

/** Copies the dependencies from a feature to its clone. */
export const COPY_DEPENDENCIES = statement<
  [from: string, featureName: string],
  { dependency: DependencyPayload }
>(
  'clone.copy-dependencies',
  /* sql */ `
    INSERT INTO feature_dependency AS d (child, parent, enabled, variants)
    SELECT $2, parent, enabled, variants FROM feature_dependency WHERE child = $1 ORDER BY parent
    RETURNING ${DEPENDENCY_JSON} AS dependency`,
);

export type Source = Pick<BareFeatureResponse, 'type' | 'description' | 'stale' | 'impressionData'>;

export const READ_SOURCE = statement<[projectId: string, featureName: string], Source>(
  'clone.read-source',
  /* sql */ `
    SELECT type, description, stale, impression_data AS "impressionData" FROM feature
     WHERE project = $1 AND name = $2 AND archived_at IS NULL`,
);

// Copies the environment to projects. Projects without the source have nothing to copy, although
// strategies may remain from when they had it.

type CopyParams = [source: string, clone: string, projects: readonly string[]];

const COPY_DEFAULT_STRATEGY_SEGMENTS = statement<CopyParams>(
  'clone.copy-default-strategy-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
    SELECT d.project, $2, d.segment_id FROM default_strategy_segment d
      WHERE d.environment = $1 AND d.project = ANY ($3::text[])`,
);

const COPY_FEATURES = statement<CopyParams>(
  'clone.copy-features',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment, enabled, variants)
    SELECT f.name, $2, COALESCE(fe.enabled, false), COALESCE(fe.variants, '[]')
      FROM feature f
      LEFT JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name
        AND fe.environment = pe.environment
     WHERE f.project = ANY ($3::text[])`,
);

const COPY_STRATEGIES_OF_ENVIRONMENT = statement<CopyParams>(
  'clone.copy-strategies-of-environment',
  /* sql */ `
    WITH original AS MATERIALIZED (
      SELECT fs.*, gen_random_uuid() AS copy_id
        FROM feature_strategy fs
        JOIN feature f ON f.name = fs.feature_name AND f.project = ANY ($3::text[])
        JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
       WHERE fs.environment = $1
    ), copy AS (
      INSERT INTO feature_strategy (id, feature_name, environment, name, title, disabled,
        sort_order, parameters, constraints, variants)
      SELECT copy_id, feature_name, $2, name, title, disabled, sort_order, parameters, constraints,
        variants FROM original
    )
    INSERT INTO feature_strategy_segment (strategy_id, segment_id)
    SELECT o.copy_id, ss.segment_id FROM original o
      JOIN feature_strategy_segment ss ON ss.strategy_id = o.id`,
);

/**
 * Copies states, variants and strategies of the features of some projects from an environment to
 * its clone, which the projects have already.
 */
export const COPY_FEATURES_IN_ENVIRONMENT = [
  COPY_DEFAULT_STRATEGY_SEGMENTS,
  COPY_FEATURES,
  COPY_STRATEGIES_OF_ENVIRONMENT,
];

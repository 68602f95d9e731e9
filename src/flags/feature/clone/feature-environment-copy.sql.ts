import { statement } from '../../../platform/database/statement.js';

// Copies the environment to projects. Projects without the source have nothing to copy, although
// strategies may remain from when they had it.

type CopyParams = [source: string, clone: string, projects: readonly string[]];

const COPY_DEFAULT_STRATEGY_SEGMENTS = statement<CopyParams>(
  'feature-environment-copy.copy-default-strategy-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
    SELECT d.project, $2, d.segment_id FROM default_strategy_segment d
      WHERE d.environment = $1 AND d.project = ANY ($3::text[])`,
);

const COPY_FEATURES = statement<CopyParams>(
  'feature-environment-copy.copy-features',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment, enabled, variants)
    SELECT f.name, $2, COALESCE(fe.enabled, false), COALESCE(fe.variants, '[]')
      FROM feature f
      LEFT JOIN project_environment pe ON pe.project = f.project AND pe.environment = $1
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name
        AND fe.environment = pe.environment
     WHERE f.project = ANY ($3::text[])`,
);

const COPY_STRATEGIES = statement<CopyParams>(
  'feature-environment-copy.copy-strategies',
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
  COPY_STRATEGIES,
];

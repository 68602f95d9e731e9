import { DEPENDENCY_JSON } from '../dependency.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { VariantsPayload, DependencyPayload } from '../../../core/event/event-payloads.js';

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

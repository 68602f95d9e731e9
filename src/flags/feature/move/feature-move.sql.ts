import { statement } from '../../../platform/database/statement.js';

/** Whether the feature depends on others, or others depend on it. */
export const HAS_DEPENDENCIES = statement<[featureName: string]>(
  'feature-move.has-dependencies',
  /* sql */ `
    SELECT FROM feature_dependency WHERE child = $1
    UNION ALL SELECT FROM feature_dependency WHERE parent = $1 LIMIT 1`,
);

/**
 * Locks the feature in all environments, and writes the rows again unchanged: a concurrent switch
 * that waits for one then notices that the feature has moved. `fits` is whether the project has the
 * environment.
 */
export const LOCK_PLACES = statement<
  [featureName: string, project: string],
  { environment: string; enabled: boolean; fits: boolean }
>(
  'feature-move.lock-places',
  /* sql */ `
    WITH place AS (
      SELECT fe.environment FROM feature_environment fe WHERE fe.feature_name = $1
       ORDER BY fe.environment COLLATE "C" FOR NO KEY UPDATE /* locks featureEnvironments */
    )
    UPDATE feature_environment fe SET enabled = fe.enabled FROM place p
     WHERE fe.feature_name = $1 AND fe.environment = p.environment
    RETURNING fe.environment, fe.enabled, EXISTS (SELECT FROM project_environment pe
      WHERE pe.project = $2 AND pe.environment = fe.environment) AS fits`,
);

/** The segments of all strategies of the feature, also of milestones that are not active. */
export const USED_SEGMENTS = statement<[featureName: string], { id: number }>(
  'feature-move.used-segments',
  /* sql */ `
    SELECT segment_id AS id FROM feature_segment WHERE feature_name = $1
    UNION
    SELECT s::int FROM release_plan p,
           jsonb_path_query(p.milestones, '$[*].strategies[*].segments[*]') s
     WHERE p.feature_name = $1
     ORDER BY 1`,
);

/**
 * The context fields in constraints of the feature, also of milestones that are not active, that
 * the project cannot use.
 */
export const FOREIGN_FIELDS = statement<[featureName: string, project: string], { name: string }>(
  'feature-move.foreign-fields',
  /* sql */ `
    SELECT c.name FROM context_field c
     WHERE c.project <> $2 AND c.name IN (
       SELECT u.context_field FROM feature_context_field u WHERE u.feature_name = $1
       UNION ALL
       SELECT used #>> '{}' FROM release_plan p, jsonb_path_query(p.milestones,
              '$[*].strategies[*].constraints[*].contextName') used
        WHERE p.feature_name = $1)
     ORDER BY 1`,
);

/** Places the feature, off, in the environments of the project where it has never been. */
export const ADD_PLACES = statement<[featureName: string, project: string]>(
  'feature-move.add-places',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment)
    SELECT $1, pe.environment FROM project_environment pe WHERE pe.project = $2 ORDER BY 2
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO NOTHING`,
);

export const MOVE = statement<[featureName: string, project: string]>(
  'feature-move.move',
  'UPDATE feature SET project = $2 WHERE name = $1',
);

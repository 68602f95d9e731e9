import { statement } from '../../platform/database/statement.js';

export const ADD_FEATURES = statement<[project: string, environment: string]>(
  'feature-places.add-features',
  /* sql */ `
    INSERT INTO feature_environment AS fe (feature_name, environment) SELECT name, $2 FROM feature
      WHERE project = $1 ORDER BY name
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO UPDATE SET enabled = false
    WHERE fe.enabled`,
);

export const TURN_OFF = statement<[project: string, environment: string], { featureName: string }>(
  'feature-places.turn-off',
  /* sql */ `
    WITH enabled AS (
      SELECT fe.feature_name
        FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       WHERE f.project = $1 AND fe.environment = $2 AND fe.enabled
       ORDER BY fe.feature_name COLLATE "C"
         FOR NO KEY UPDATE OF fe /* locks featureEnvironments */
    )
    UPDATE feature_environment fe SET enabled = false FROM enabled e
     WHERE fe.feature_name = e.feature_name AND fe.environment = $2
    RETURNING fe.feature_name AS "featureName"`,
);

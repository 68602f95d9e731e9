import { statement } from '../database/statement.js';

export const ADD_FEATURES = statement<[project: string, environment: string]>(
  'feature-places.add-features',
  /* sql */ `
    INSERT INTO feature_environment AS fe (feature_name, environment) SELECT name, $2 FROM feature
      WHERE project = $1 ORDER BY name
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO UPDATE SET enabled = false
    WHERE fe.enabled`,
);

export const TURN_OFF = statement<[project: string, environment: string]>(
  'feature-places.turn-off',
  /* sql */ `
    UPDATE feature_environment fe SET enabled = false FROM feature f
     WHERE f.project = $1 AND fe.feature_name = f.name AND fe.environment = $2 AND fe.enabled`,
);

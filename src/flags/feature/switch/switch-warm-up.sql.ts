import { statement } from '../../../platform/database/statement.js';

/** Adds a feature that is on in an environment of a project; no row when no project has one. */
export const ADD_FEATURE = statement<
  [name: string, userId: number],
  { project: string; environment: string }
>(
  'switch-warm-up.add-feature',
  /* sql */ `
    WITH place AS (
      SELECT pe.project, pe.environment FROM project_environment pe
       WHERE pe.required_approvals IS NULL LIMIT 1
    ), added AS (
      INSERT INTO feature (name, project, created_by_user_id)
        SELECT $1, project, $2::int FROM place
    )
    INSERT INTO feature_environment (feature_name, environment, enabled)
      SELECT $1, environment, true FROM place
      RETURNING (SELECT project FROM place) AS project, environment`,
);

export const ADD_STRATEGY = statement<[name: string, environment: string]>(
  'switch-warm-up.add-strategy',
  /* sql */ `
    INSERT INTO feature_strategy (feature_name, environment, name)
    VALUES ($1, $2, 'flexibleRollout')`,
);

import { statement } from '../../platform/database/statement.js';

export const ADD_FEATURE = statement<[featureName: string, userId: number]>(
  'favorite.add-feature',
  /* sql */ `
    INSERT INTO favorite_feature (feature_name, user_id) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT favorite_feature_pkey DO NOTHING RETURNING 1`,
);

export const DELETE_FEATURE = statement<[featureName: string, userId: number]>(
  'favorite.delete-feature',
  'DELETE FROM favorite_feature WHERE feature_name = $1 AND user_id = $2 RETURNING 1',
);

export const ADD_PROJECT = statement<[project: string, userId: number]>(
  'favorite.add-project',
  /* sql */ `
    INSERT INTO favorite_project (project, user_id) VALUES ($1, $2)
    ON CONFLICT ON CONSTRAINT favorite_project_pkey DO NOTHING RETURNING 1`,
);

export const DELETE_PROJECT = statement<[project: string, userId: number]>(
  'favorite.delete-project',
  'DELETE FROM favorite_project WHERE project = $1 AND user_id = $2 RETURNING 1',
);

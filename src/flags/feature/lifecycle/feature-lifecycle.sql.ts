import { statement } from '../../../platform/database/statement.js';

export const DELETE_COMPLETED_STAGE = statement<[featureName: string]>(
  'feature-lifecycle.delete-completed-stage',
  "DELETE FROM feature_lifecycle WHERE feature_name = $1 AND stage = 'completed' RETURNING 1",
);

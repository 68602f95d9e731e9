import { statement } from '../../../platform/database/statement.js';

export const FIND_FEATURE_STRATEGY = statement<
  [strategyId: string, projectId: string, featureName: string]
>(
  'strategy-lock.find-feature-strategy',
  /* sql */ `
    SELECT FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
      WHERE fs.id = $1 AND f.project = $2 AND f.name <> $3`,
);

import { STRATEGY_JSON } from '../feature.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { StrategyResponse } from '../strategy.response.js';

/** Includes archived features, as in the reference. */
export const LIST = statement<
  [projectId: string, featureName: string, environment: string],
  { list: Json<StrategyResponse[]> }
>(
  'strategy.list',
  /* sql */ `
    SELECT COALESCE(sl.strategies, '[]')::text AS list
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_strategy_list sl ON sl.feature_name = f.name
        AND sl.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
);

export const READ = statement<
  [projectId: string, featureName: string, environment: string, strategyId: string],
  { strategy: Json<StrategyResponse> }
>(
  'strategy.read',
  /* sql */ `
    SELECT (${STRATEGY_JSON})::text AS strategy
      FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = fs.environment
     WHERE f.project = $1 AND f.name = $2 AND fs.environment = $3 AND fs.id = $4`,
);

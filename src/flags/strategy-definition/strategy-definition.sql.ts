import { statement } from '../../platform/database/statement.js';
import type { Reason } from '../../core/auth/permissions/hidden.js';
import type {
  StrategyDefinitionResponse,
  StrategyDefinitionsResponse,
} from './strategy-definition.dto.js';
import { AS_USER, planUsers } from '../feature/strategy/strategy.sql.js';
import type { Json } from '../../platform/http/json.js';

/** JSON of a strategy definition `d`, as in responses and events. */
export const STRATEGY_DEFINITION_JSON = /* sql */ `
  json_build_object('name', d.name, 'displayName', d.display_name, 'title', d.title,
    'description', d.description, 'editable', NOT d.built_in,
    'deprecated', d.deprecated, 'parameters', d.parameters)`;

export const LIST = statement<[], { list: Json<StrategyDefinitionsResponse> }>(
  'strategy-definition.list',
  /* sql */ `
    SELECT json_build_object('version', 1,
             'strategies', COALESCE(json_agg(${STRATEGY_DEFINITION_JSON}
               ORDER BY d.sort_order, d.name), '[]'))::text AS list
      FROM strategy_definition d`,
);

export const READ = statement<[name: string], { definition: Json<StrategyDefinitionResponse> }>(
  'strategy-definition.read',
  /* sql */ `
    SELECT ${STRATEGY_DEFINITION_JSON}::text AS definition FROM strategy_definition d
      WHERE d.name = $1`,
);

/** Descriptions of features and release plans whose strategies use a definition. */
export const USERS = statement<[name: string], Reason>(
  'strategy-definition.users',
  /* sql */ `
    SELECT ${AS_USER} AS name, f.project FROM feature f
     WHERE f.name IN (SELECT fs.feature_name FROM feature_strategy fs WHERE fs.name = $1)
    UNION ALL
    ${planUsers(`jsonb_build_object('strategyName', $1::text)`)}
     ORDER BY 1`,
);

export const READ_IN_EVENT = statement<[name: string], { definition: StrategyDefinitionResponse }>(
  'strategy-definition.read-in-event',
  /* sql */ `
    SELECT ${STRATEGY_DEFINITION_JSON} AS definition FROM strategy_definition d
      WHERE d.name = $1`,
);

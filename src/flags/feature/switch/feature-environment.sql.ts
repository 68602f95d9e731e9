import { type AbleParams, ableUsers } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  AbleUserResponse,
  FeatureEnvironmentStateResponse,
} from './feature-environment.dto.js';

/** Includes archived features, as in the reference. */
export const READ = statement<
  [projectId: string, featureName: string, environment: string],
  { state: Json<FeatureEnvironmentStateResponse> }
>(
  'feature-environment.read',
  /* sql */ `
    SELECT json_build_object('name', f.name, 'environment', pe.environment,
      'enabled', COALESCE(fe.enabled, false), 'strategies', COALESCE(sl.strategies, '[]'))::text
        AS state
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name
        AND fe.environment = pe.environment
      LEFT JOIN feature_strategy_list sl ON sl.feature_name = f.name
        AND sl.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
);

/** Lists the first users who have one of the permissions in an environment of a project, by id. */
export const FIRST_ABLE = statement<
  [...AbleParams, permissions: readonly string[], limit: number],
  { users: Json<AbleUserResponse[]> }
>(
  'feature-environment.first-able',
  /* sql */ `
    SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name) ORDER BY u.id),
             '[]')::text AS users
      FROM (SELECT * FROM (${ableUsers('$6::text[]')}) able ORDER BY able.id LIMIT $7) u`,
);

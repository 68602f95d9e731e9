import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { builtInRolesWith } from '../../../core/auth/permissions/role-permissions.js';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { type Json, jsonOf } from '../../../platform/http/json.js';
import type { RolePermission } from '../../../platform/http/permission.js';
import { Impacts } from '../../preview/impacts.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import type {
  AbleUserResponse,
  FeatureEnvironmentStateResponse,
  SwitchImpactResponse,
} from './feature-environment.dto.js';
import { type AbleParams, ableUsers } from '../../../core/auth/permissions/role.sql.js';
import { statement } from '../../../platform/database/statement.js';

/** Includes archived features, as in the reference. */
const READ = statement<
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
const FIRST_ABLE = statement<
  [...AbleParams, permissions: readonly string[], limit: number],
  { users: Json<AbleUserResponse[]> }
>(
  'feature-environment.first-able',
  /* sql */ `
    SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name) ORDER BY u.id),
             '[]')::text AS users
      FROM (SELECT * FROM (${ableUsers('$6::text[]')}) able ORDER BY able.id LIMIT $7) u`,
);

/** How many of the users who may switch a feature are listed. */
const MAX_ABLE_USERS = 10;

/** Reads features in single environments. */
@Injectable()
export class FeatureEnvironmentReadModel {
  constructor(
    private readonly database: Database,
    private readonly impacts: Impacts,
  ) {}

  /** @throws NotFoundError when the project lacks the feature or the environment. */
  async get({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<FeatureEnvironmentStateResponse>> {
    const [row] = await this.database.run(READ, [projectId, featureName, environment], 'hot');
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment ` +
          `"${environment}".`,
      );
    return row.state;
  }
  /**
   * What a switch would affect, and the first users who have one of the permissions for it.
   * @throws NotFoundError when the project lacks the feature or the environment.
   */
  async impact(
    at: FeatureEnvironmentParams,
    { permissions, isOn }: { permissions: readonly RolePermission[]; isOn: boolean },
    caller: Caller,
  ): Promise<Json<SwitchImpactResponse>> {
    await this.get(at);
    const { projectId: project, featureName, environment } = at;
    const impact = await this.impacts.of(
      { features: [featureName], project, environment, isOn },
      caller,
    );
    const roles = builtInRolesWith(permissions);
    const values = [project, environment, ...roles, permissions, MAX_ABLE_USERS] as const;
    const [row] = await this.database.run(FIRST_ABLE, values);
    return jsonOf(`{"impact":${impact},"ableUsers":${row!.users}}`);
  }
}

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
  FeatureEnvironmentStateResponse,
  SwitchImpactResponse,
} from './feature-environment.dto.js';
import { FIRST_ABLE, READ } from './feature-environment.sql.js';

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

import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../database/database.js';
import { NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type { FeatureEnvironmentParams } from './feature.params.js';
import type { FeatureEnvironmentStateResponse } from './feature-environment.response.js';
import { STRATEGY_JSON } from './feature.sql.js';

/** An archived feature can still be looked at here, as in the reference. */
const READ: Statement = {
  name: 'feature-environment-read',
  text: /* sql */ `
    SELECT json_build_object('name', f.name, 'environment', pe.environment, 'enabled', COALESCE(fe.enabled, false), 'strategies', COALESCE(
             (SELECT json_agg(${STRATEGY_JSON} ORDER BY fs.sort_order, fs.created_at, fs.id) FROM feature_strategy fs
               WHERE fs.feature_name = f.name AND fs.environment = pe.environment), '[]'))::text AS state
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
};

/** How features stand in their environments. */
@Injectable()
export class FeatureEnvironmentReadModel {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when the project lacks the feature or the environment. */
  async get({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<FeatureEnvironmentStateResponse>> {
    const [row] = await this.database.run<{ state: string }>(
      READ,
      [projectId, featureName, environment],
      'hot',
    );
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment "${environment}".`,
      );
    return row.state;
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type { FeatureEnvironmentParams } from './feature.params.js';
import type { FeatureEnvironmentStateResponse } from './feature-environment.response.js';
import { READ } from './feature-environment.sql.js';

/** Reads features in single environments. */
@Injectable()
export class FeatureEnvironmentReadModel {
  constructor(private readonly database: Database) {}

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
}

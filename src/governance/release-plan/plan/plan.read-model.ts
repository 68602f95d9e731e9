import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { noEnvironment } from '../../../flags/feature/feature.read-model.js';
import type { Json } from '../../../platform/http/json.js';
import type { ReleasePlanResponse } from '../release-plan.dto.js';
import { noPlan } from '../release-plan.errors.js';
import { LIST, READ } from './plan.sql.js';

/** Reads release plans. */
@Injectable()
export class PlanReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The plans of a feature in an environment: one or none.
   * @throws NotFoundError when the project lacks the feature or the environment.
   */
  async list(at: FeatureEnvironmentParams): Promise<Json<ReleasePlanResponse[]>> {
    const { projectId, featureName, environment } = at;
    const [row] = await this.database.run(LIST, [projectId, featureName, environment]);
    if (!row) throw noEnvironment(at);
    return row.list;
  }

  /** The plan of a feature in an environment. @throws NotFoundError when it was removed. */
  async get({
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<ReleasePlanResponse>> {
    const [row] = await this.database.run(READ, [featureName, environment]);
    if (!row) throw noPlan(featureName, environment);
    return row.plan;
  }
}

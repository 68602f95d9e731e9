import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import { isStrategyId, type StrategyParams, type StrategyResponse } from './strategy.dto.js';
import { LIST, READ } from './strategy.sql.js';

/** Reads strategies. */
@Injectable()
export class StrategyReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The strategies of a feature in an environment, in order.
   * @throws NotFoundError when the project lacks the feature or the environment.
   */
  async list({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<StrategyResponse[]>> {
    const [row] = await this.database.run(LIST, [projectId, featureName, environment]);
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment ` +
          `"${environment}".`,
      );
    return row.list;
  }

  /**
   * One strategy.
   * @throws NotFoundError when the feature has no such strategy in the environment.
   */
  async get(at: StrategyParams): Promise<Json<StrategyResponse>> {
    const { projectId, featureName, environment, strategyId } = at;
    const values = [projectId, featureName, environment, strategyId] as const;
    const [row] = isStrategyId(strategyId) ? await this.database.run(READ, values) : [];
    if (!row) throw noStrategy(at);
    return row.strategy;
  }
}

/** The error for an unknown strategy of a feature. */
export function noStrategy({
  projectId,
  featureName,
  environment,
  strategyId,
}: StrategyParams): NotFoundError {
  return new NotFoundError(
    `The feature "${featureName}" of the project "${projectId}" has no strategy ` +
      `"${strategyId}" in the environment "${environment}".`,
  );
}

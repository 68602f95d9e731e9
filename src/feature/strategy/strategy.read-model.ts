import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { STRATEGY_JSON } from '../feature.sql.js';
import { isStrategyId, type StrategyParams } from './strategy.params.js';
import type { StrategyResponse } from '../strategy.response.js';

/**
 * $1 project, $2 feature, $3 environment. An archived feature can still be looked at here, as in
 * the reference.
 */
const LIST: Statement = {
  name: 'strategy-list',
  text: /* sql */ `
    SELECT COALESCE(
             (SELECT json_agg(${STRATEGY_JSON} ORDER BY fs.sort_order, fs.created_at, fs.id) FROM feature_strategy fs
               WHERE fs.feature_name = f.name AND fs.environment = pe.environment), '[]')::text AS list
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
     WHERE f.project = $1 AND f.name = $2`,
};

/** $1 project, $2 feature, $3 environment, $4 strategy. */
const READ: Statement = {
  name: 'strategy-read',
  text: /* sql */ `
    SELECT (${STRATEGY_JSON})::text AS strategy
      FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = fs.environment
     WHERE f.project = $1 AND f.name = $2 AND fs.environment = $3 AND fs.id = $4`,
};

/** Strategies as callers see them. */
@Injectable()
export class StrategyReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The strategies of a feature in an environment, in their order. @throws NotFoundError when the
   * project lacks the feature or the environment.
   */
  async list({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<StrategyResponse[]>> {
    const [row] = await this.database.run<{ list: string }>(LIST, [
      projectId,
      featureName,
      environment,
    ]);
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment "${environment}".`,
      );
    return row.list;
  }

  /**
   * One of them. @throws NotFoundError when the feature has no such strategy in the environment.
   */
  async get(at: StrategyParams): Promise<Json<StrategyResponse>> {
    const { projectId, featureName, environment, strategyId } = at;
    const values = [projectId, featureName, environment, strategyId];
    const [row] = isStrategyId(strategyId)
      ? await this.database.run<{ strategy: string }>(READ, values)
      : [];
    if (!row) throw noStrategy(at);
    return row.strategy;
  }
}

export function noStrategy({
  projectId,
  featureName,
  environment,
  strategyId,
}: StrategyParams): NotFoundError {
  return new NotFoundError(
    `The feature "${featureName}" of the project "${projectId}" has no strategy "${strategyId}" in the environment "${environment}".`,
  );
}

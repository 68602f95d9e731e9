import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { FeatureEnvironmentParams, FeatureParams } from '../feature.params.js';
import { notFound } from '../feature.read-model.js';
import type { FeatureVariantsResponse } from '../variant.response.js';

/**
 * Those of the first environment that has any: the form in which a feature shows its variants. $1
 * project, $2 feature.
 */
const READ_FIRST: Statement = {
  name: 'variants-of-feature',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'variants', COALESCE((
             SELECT fe.variants FROM feature_environment fe
               JOIN project_environment pe ON pe.project = f.project AND pe.environment = fe.environment
               JOIN environment e ON e.name = fe.environment
              WHERE fe.feature_name = f.name AND fe.variants <> '[]'
              ORDER BY e.sort_order, e.name LIMIT 1), '[]'))::text AS variants
      FROM feature f WHERE f.project = $1 AND f.name = $2`,
};

/** $1 project, $2 feature, $3 environment. */
const READ_ENVIRONMENT: Statement = {
  name: 'variants-of-feature-environment',
  text: /* sql */ `
    SELECT json_build_object('version', 1, 'variants', COALESCE(fe.variants, '[]'))::text AS variants
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
};

/** The variants of features. Those of an archived feature can still be looked at. */
@Injectable()
export class FeatureVariantReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Those of the first environment, in the order of environments, that has any. @throws
   * NotFoundError when the project has no such feature.
   */
  async ofFeature({
    projectId,
    featureName,
  }: FeatureParams): Promise<Json<FeatureVariantsResponse>> {
    const [row] = await this.database.run<{ variants: string }>(READ_FIRST, [
      projectId,
      featureName,
    ]);
    if (!row) throw notFound({ projectId, featureName });
    return row.variants;
  }

  /** @throws NotFoundError when the project lacks the feature or the environment. */
  async ofEnvironment({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<FeatureVariantsResponse>> {
    const [row] = await this.database.run<{ variants: string }>(READ_ENVIRONMENT, [
      projectId,
      featureName,
      environment,
    ]);
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment "${environment}".`,
      );
    return row.variants;
  }
}

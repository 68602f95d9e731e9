import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import type { FeatureEnvironmentParams, FeatureParams } from '../feature.dto.js';
import { notFound } from '../feature.read-model.js';
import type { FeatureVariantsResponse } from './variant.dto.js';
import { READ_FIRST, READ_ENVIRONMENT } from './feature-variant.sql.js';

/** Reads variants, including those of archived features. */
@Injectable()
export class FeatureVariantReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The variants of the first environment that has any.
   * @throws NotFoundError when the project has no such feature.
   */
  async ofFeature({
    projectId,
    featureName,
  }: FeatureParams): Promise<Json<FeatureVariantsResponse>> {
    const [row] = await this.database.run(READ_FIRST, [projectId, featureName]);
    if (!row) throw notFound({ projectId, featureName });
    return row.variants;
  }

  /** @throws NotFoundError when the project lacks the feature or the environment. */
  async ofEnvironment({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<FeatureVariantsResponse>> {
    const [row] = await this.database.run(READ_ENVIRONMENT, [projectId, featureName, environment]);
    if (!row)
      throw new NotFoundError(
        `The project "${projectId}" has no feature "${featureName}" with an environment ` +
          `"${environment}".`,
      );
    return row.variants;
  }
}

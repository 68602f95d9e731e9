import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import { READ_DELIVERY } from './delivery.sql.js';
import type { FeatureDeliveryResponse } from './delivery.response.js';

/** Reports how far changes have reached SDKs. */
@Injectable()
export class DeliveryReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The delivery of the latest change of a feature in an environment.
   * @throws NotFoundError when the project lacks the feature or the environment.
   */
  async of({
    projectId,
    featureName,
    environment,
  }: FeatureEnvironmentParams): Promise<Json<FeatureDeliveryResponse>> {
    const [row] = await this.database.run(READ_DELIVERY, [projectId, featureName, environment]);
    if (!row)
      throw new NotFoundError(
        `There is no feature "${featureName}" in project "${projectId}" with an environment ` +
          `"${environment}".`,
      );
    return row.answer;
  }
}

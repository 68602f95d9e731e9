import { Injectable } from '@nestjs/common';
import type { ConnectionClass } from '../../../platform/database/connection-gate.js';
import { Database } from '../../../platform/database/database.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import {
  type EventDelivery,
  READ_DELIVERY,
  READ_EVENT_DELIVERY,
  READ_PROGRESS,
} from './delivery.sql.js';
import type {
  DeliveryProgressResponse,
  FeatureDeliveryResponse,
} from '../../../flags/feature/feature-preview.response.js';

/** How far a change has reached SDKs and instances. */
export interface DeliveryProgress {
  readonly answer: Json<DeliveryProgressResponse>;
  /** Whether all streaming SDKs and all instances have it. */
  readonly isComplete: boolean;
}

/** Reports how far changes have reached SDKs. */
@Injectable()
export class DeliveryReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The delivery of the latest change of a feature in an environment.
   * @throws NotFoundError when the project lacks the feature or the environment.
   */
  async of(at: FeatureEnvironmentParams): Promise<Json<FeatureDeliveryResponse>> {
    const { projectId, featureName, environment } = at;
    const [row] = await this.database.run(READ_DELIVERY, [projectId, featureName, environment]);
    if (!row) throw notFound(at);
    return row.answer;
  }

  /**
   * Like {@link of}, with the instances, which report what they serve only while somebody waits.
   * @param connections The class of the connection that reads it.
   * @returns undefined when the project lacks the feature or the environment.
   */
  async progress(
    { projectId, featureName, environment }: FeatureEnvironmentParams,
    connections: ConnectionClass = 'general',
  ): Promise<DeliveryProgress | undefined> {
    const values = [projectId, featureName, environment] as const;
    const [row] = await this.database.run(READ_PROGRESS, values, connections);
    return row;
  }

  /**
   * How far the change of an event has reached what is connected now; undefined without an event.
   */
  async ofEvent(id: number): Promise<EventDelivery | undefined> {
    const [row] = await this.database.run(READ_EVENT_DELIVERY, [id]);
    return row;
  }

  /** @throws NotFoundError when the project lacks the feature or the environment. */
  async requireProgress(at: FeatureEnvironmentParams): Promise<DeliveryProgress> {
    const progress = await this.progress(at);
    if (!progress) throw notFound(at);
    return progress;
  }
}

function notFound({ projectId, featureName, environment }: FeatureEnvironmentParams): Error {
  return new NotFoundError(
    `There is no feature "${featureName}" in project "${projectId}" with an environment ` +
      `"${environment}".`,
  );
}

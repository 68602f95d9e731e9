import { Controller, Get, Param } from '@nestjs/common';
import { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { DeliveryReadModel } from './delivery.read-model.js';
import { FeatureDeliveryResponse } from './delivery.response.js';

/** How far changes have come. */
@Controller('api/admin/projects/:projectId')
export class DeliveryController {
  constructor(private readonly delivery: DeliveryReadModel) {}

  /**
   * Reads how many of the connected SDKs have fetched the latest change of a feature in an
   * environment, and which have not. What SDKs have fetched shows up within a few seconds; an SDK
   * is never told to have a change that it has not been sent.
   */
  @Get('features/:featureName/environments/:environment/delivery')
  @Endpoint({
    id: 'getFeatureDelivery',
    tag: 'Features',
    permission: 'NONE',
    response: FeatureDeliveryResponse,
    refusals: [404],
  })
  get(@Param() at: FeatureEnvironmentParams): Promise<Json<FeatureDeliveryResponse>> {
    return this.delivery.of(at);
  }
}

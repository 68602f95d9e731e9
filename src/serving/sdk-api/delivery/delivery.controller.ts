import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { DeliveryReadModel } from './delivery.read-model.js';
import { FeatureDeliveryResponse } from '../../../flags/feature/feature-preview.response.js';

/** Reports how far changes have reached SDKs. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId')
export class DeliveryController {
  constructor(private readonly delivery: DeliveryReadModel) {}

  /**
   * Reads which connected SDKs have received the latest change of a feature in an environment. Data
   * is a few seconds old; an SDK is only counted as delivered after the change was sent to it.
   */
  @Get('features/:featureName/environments/:environment/delivery')
  @Endpoint({ id: 'getFeatureDelivery', permission: 'NONE', response: FeatureDeliveryResponse })
  get(@Param() at: FeatureEnvironmentParams): Promise<Json<FeatureDeliveryResponse>> {
    return this.delivery.of(at);
  }
}

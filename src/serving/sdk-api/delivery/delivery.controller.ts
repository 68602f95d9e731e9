import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { DeliveryReadModel } from './delivery.read-model.js';
import { FeatureDeliveryResponse } from '../../../flags/feature/feature-preview.response.js';
import type { Response } from 'express';
import type { CalledRequest } from '../../../core/auth/current-caller.js';
import { DeliveryStreams } from '../delivery-watch/delivery-streams.js';

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

/** Follows how changes reach SDKs. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId')
export class DeliveryStreamController {
  constructor(private readonly streams: DeliveryStreams) {}

  /**
   * Streams how far the latest change of a feature in an environment has reached SDKs, as
   * server-sent events. The first event, `delivery`, comes at once, and another one whenever
   * something has changed; the data are a `DeliveryProgressResponse`. The stream ends after five
   * minutes, or when the access of the caller changes, and clients reconnect.
   */
  @Get('features/:featureName/environments/:environment/delivery/stream')
  @Endpoint({ id: 'streamFeatureDelivery', permission: 'NONE', streams: true })
  follow(
    @Param() at: FeatureEnvironmentParams,
    @Req() request: CalledRequest,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open(at, request, response);
  }
}

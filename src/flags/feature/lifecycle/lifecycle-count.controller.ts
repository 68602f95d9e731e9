import { Controller, Get } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { FeatureLifecycleService } from './feature-lifecycle.service.js';
import { LifecycleCountResponse } from './lifecycle.response.js';

/** Counts features by lifecycle stage. */
@Controller('api/admin/lifecycle/count')
export class LifecycleCountController {
  constructor(private readonly lifecycle: FeatureLifecycleService) {}

  /** Counts the features by their current lifecycle stage, in all projects that the caller sees. */
  @Get()
  @Endpoint({
    id: 'getFeatureLifecycleStageCount',
    cost: 'search',
    tag: 'Features',
    permission: 'NONE',
    response: LifecycleCountResponse,
  })
  count(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<LifecycleCountResponse>> {
    return this.lifecycle.count(caller, reader);
  }
}

import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { FeatureParams } from '../feature.dto.js';
import { FeatureLifecycleService } from './feature-lifecycle.service.js';
import {
  CompleteFeatureDto,
  LifecycleCountResponse,
  LifecycleStageResponse,
} from './lifecycle.dto.js';

/** Manages the lifecycle of features. */
@ApiTags('Unstable')
@Controller('api/admin/projects/:projectId/features/:featureName/lifecycle')
export class LifecycleController {
  constructor(private readonly lifecycle: FeatureLifecycleService) {}

  /** Lists the stages a feature has entered, in order. */
  @Get()
  @Endpoint({
    id: 'getFeatureLifecycle',
    permission: 'NONE',
    answersUnknown: true,
    response: [LifecycleStageResponse],
    neverRefuses: [404],
  })
  get(
    @Param() at: FeatureParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<LifecycleStageResponse[]>> {
    return this.lifecycle.get(at, caller);
  }

  /** Marks a feature as completed: the decision is made and its code can be removed. */
  @Post('complete')
  @Endpoint({ id: 'complete', permission: 'UPDATE_FEATURE' })
  complete(
    @Param() at: FeatureParams,
    @Body() dto: CompleteFeatureDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.lifecycle.complete(at, dto, caller);
  }

  /** Undoes the completion of a feature. Does nothing when it is not completed. */
  @Post('uncomplete')
  @Endpoint({ id: 'uncomplete', permission: 'UPDATE_FEATURE', refusals: [400] })
  uncomplete(@Param() at: FeatureParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.lifecycle.uncomplete(at, caller);
  }
}

/** Counts features by lifecycle stage. */
@ApiTags('Features')
@Controller('api/admin/lifecycle/count')
export class LifecycleCountController {
  constructor(private readonly lifecycle: FeatureLifecycleService) {}

  /** Counts the features by their current lifecycle stage, in all projects that the caller sees. */
  @Get()
  @Endpoint({
    id: 'getFeatureLifecycleStageCount',
    cost: 'search',
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

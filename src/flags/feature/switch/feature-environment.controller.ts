import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint, type OtherStatus } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectEnvironmentParams } from '../../project/project.dto.js';
import {
  FeatureEnvironmentParams,
  FeatureNamesDto,
  SwitchImpactQuery,
  SwitchOnQuery,
} from '../feature.dto.js';
import { FeatureEnvironmentReadModel } from './feature-environment.read-model.js';
import {
  GuardQuery,
  TO_TURN_OFF,
  turnOffWishOf,
} from '../../preview/change-guard/change-guard.dto.js';
import { warned } from '../../preview/change-guard/change-guard.js';
import { PreviewResponse, WarnedResponse } from '../../preview/impact.response.js';
import {
  FeaturePreviewResponse,
  SwitchedFeatureResponse,
  WarnedFeatureResponse,
} from '../feature-preview.response.js';
import {
  FeatureEnvironmentStateResponse,
  SwitchImpactResponse,
} from './feature-environment.dto.js';
import { FeatureResponse } from '../feature.response.js';
import { FeatureSwitchService } from './feature-switch.service.js';

const permission = 'UPDATE_FEATURE_ENVIRONMENT';

/** Turns features on and off in environments. */
@ApiTags('Features')
@Controller('api/admin/projects/:projectId')
export class FeatureEnvironmentController {
  constructor(
    private readonly switches: FeatureSwitchService,
    private readonly reads: FeatureEnvironmentReadModel,
  ) {}

  /**
   * Turns a feature off in one environment and returns the feature. Turning off a feature that is
   * off changes nothing and records no event.
   *
   * If the feature is in use, `guard` or the setting of the project decides whether the response
   * has `warnings`, or is 409 and nothing changes.
   */
  @Post('features/:featureName/environments/:environment/off')
  @Endpoint({
    id: 'toggleFeatureEnvironmentOff',
    switch: 'off',
    confirm: 'off',
    permission: TO_TURN_OFF,
    response: SwitchedFeatureResponse,
    delivery: true,
    dryRun: { of: 'feature', response: FeaturePreviewResponse },
    guard: WarnedFeatureResponse,
  })
  off(
    @Param() at: FeatureEnvironmentParams,
    @Query() query: GuardQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FeatureResponse>> {
    return this.switches.off(at, caller, turnOffWishOf(query, caller, at));
  }

  /**
   * Turns a feature on in one environment and returns the feature. When the feature has no active
   * strategy there, the project's default strategy is added first.
   */
  @Post('features/:featureName/environments/:environment/on')
  @Endpoint({
    id: 'toggleFeatureEnvironmentOn',
    switch: 'on',
    confirm: 'on',
    permission,
    response: SwitchedFeatureResponse,
    delivery: true,
    dryRun: { of: 'feature', response: FeaturePreviewResponse },
  })
  on(
    @Param() at: FeatureEnvironmentParams,
    @Query() query: SwitchOnQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FeatureResponse>> {
    return this.switches.on(at, query.shouldActivateDisabledStrategies ?? false, caller);
  }

  /** Reads the state of a feature in one environment. */
  @Get('features/:featureName/environments/:environment')
  @Endpoint({
    id: 'getFeatureEnvironment',
    permission: 'NONE',
    response: FeatureEnvironmentStateResponse,
  })
  get(@Param() at: FeatureEnvironmentParams): Promise<Json<FeatureEnvironmentStateResponse>> {
    return this.reads.get(at);
  }

  /**
   * Tells what turning the feature on or off would affect, and who may do it. Everybody who sees
   * the feature may ask; previews with `dryRun` are only for those who may switch it.
   */
  @Get('features/:featureName/environments/:environment/impact')
  @Endpoint({
    id: 'getFeatureEnvironmentImpact',
    permission: 'NONE',
    response: SwitchImpactResponse,
  })
  impact(
    @Param() at: FeatureEnvironmentParams,
    @Query() { turnsOn = false }: SwitchImpactQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<SwitchImpactResponse>> {
    return this.reads.impact(
      at,
      { permissions: turnsOn ? [permission] : TO_TURN_OFF, isOn: turnsOn },
      caller,
    );
  }

  /**
   * Turns features off in one environment. Changes nothing when one of them is unknown or archived.
   *
   * If one is in use, `guard` or the setting of the project decides whether the response has
   * `warnings`, or is 409 and nothing changes.
   */
  @Post('bulk_features/environments/:environment/off')
  @Endpoint({
    id: 'bulkToggleFeaturesEnvironmentOff',
    switch: 'off',
    confirm: 'off',
    permission: TO_TURN_OFF,
    dryRun: { of: 'features', response: PreviewResponse },
    guard: WarnedResponse,
  })
  async allOff(
    @Param() at: ProjectEnvironmentParams,
    @Body() dto: FeatureNamesDto,
    @Query() query: GuardQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<OtherStatus | void> {
    return warned(
      await this.switches.allOff(at, dto.features, caller, turnOffWishOf(query, caller, at)),
    );
  }

  /**
   * Turns features on in one environment. Changes nothing when one of them is unknown or archived.
   */
  @Post('bulk_features/environments/:environment/on')
  @Endpoint({
    id: 'bulkToggleFeaturesEnvironmentOn',
    switch: 'on',
    confirm: 'on',
    permission,
    dryRun: { of: 'features', response: PreviewResponse },
  })
  allOn(
    @Param() at: ProjectEnvironmentParams,
    @Body() dto: FeatureNamesDto,
    @Query() query: SwitchOnQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.switches.allOn(
      at.projectId,
      at.environment,
      dto.features,
      query.shouldActivateDisabledStrategies ?? false,
      caller,
    );
  }
}

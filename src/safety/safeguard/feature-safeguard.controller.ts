import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { TO_TURN_OFF } from '../../flags/preview/change-guard/change-guard.dto.js';
import {
  FeatureSafeguardDto,
  FeatureSafeguardParams,
  FeatureSafeguardsResponse,
  SafeguardPreviewDto,
  SafeguardPreviewResponse,
} from './feature-safeguard.dto.js';
import { FeatureSafeguardService } from './feature-safeguard.service.js';

const permission = TO_TURN_OFF;
const response = FeatureSafeguardsResponse;

/** Limits on usage at which features are turned off. */
@ApiTags('Safeguards')
@Controller('api/admin/projects/:projectId/features/:featureName/environments/:environment')
export class FeatureSafeguardController {
  constructor(private readonly safeguards: FeatureSafeguardService) {}

  /** Lists the safeguards of a feature in an environment, without those of its release plan. */
  @Get('safeguards')
  @Endpoint({ id: 'getFeatureSafeguards', permission: 'NONE', response })
  list(@Param() at: FeatureEnvironmentParams): Promise<Json<FeatureSafeguardsResponse>> {
    return this.safeguards.list(at);
  }

  /**
   * Adds a safeguard, or replaces that on the same metric: when usage crosses the limit, the
   * feature is turned off in the environment, once. Setting the safeguard again lets it watch
   * again. Usage counts since the feature was turned on and the safeguard was set.
   */
  @Put('safeguards')
  @Endpoint({ id: 'setFeatureSafeguard', permission, response })
  async set(
    @Param() at: FeatureEnvironmentParams,
    @Body() dto: FeatureSafeguardDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FeatureSafeguardsResponse>> {
    await this.safeguards.set(at, dto, caller);
    return this.safeguards.list(at);
  }

  /**
   * Says what a safeguard would have done in the past hours, minute by minute, as if the feature
   * had been on. Usage is stored per hour, so moments within an hour are estimates. Changes
   * nothing.
   */
  @Post('safeguards/preview')
  @Endpoint({
    id: 'previewFeatureSafeguard',
    reads: true,
    permission,
    response: SafeguardPreviewResponse,
  })
  preview(
    @Param() at: FeatureEnvironmentParams,
    @Body() dto: SafeguardPreviewDto,
    @CurrentReader() reader: Reader,
  ): Promise<SafeguardPreviewResponse> {
    return this.safeguards.preview(at, dto, reader);
  }

  /** Removes a safeguard. */
  @Delete('safeguards/:safeguardId')
  @Endpoint({ id: 'removeFeatureSafeguard', permission, status: 204 })
  remove(@Param() at: FeatureSafeguardParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.safeguards.remove(at, caller);
  }
}

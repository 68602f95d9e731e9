import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { PlanReadModel } from '../plan/plan.read-model.js';
import { SafeguardDto } from '../safeguard/safeguard.dto.js';
import {
  PlanParams,
  ProgressionDto,
  ProgressionParams,
  ReleasePlanResponse,
  SafeguardParams,
} from '../release-plan.dto.js';
import { ProgressionService } from './progression.service.js';

const permission = 'UPDATE_FEATURE_STRATEGY';
const response = ReleasePlanResponse;

/** How release plans progress and go back by themselves. */
@ApiTags('Release Templates')
@Controller('api/admin/projects/:projectId/features/:featureName/environments/:environment')
export class ProgressionController {
  constructor(
    private readonly progressions: ProgressionService,
    private readonly reads: PlanReadModel,
  ) {}

  /**
   * Lets the next milestone start by itself, some time after the start of this one. If that time
   * has passed already, it starts at once.
   */
  @Put('progressions/:sourceMilestoneId')
  @Endpoint({ id: 'changeMilestoneProgression', permission, response })
  async change(
    @Param() at: ProgressionParams,
    @Body() dto: ProgressionDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.progressions.change(at, dto, caller);
    return this.reads.get(at);
  }

  /** Lets nothing follow a milestone by itself. */
  @Delete('progressions/:sourceMilestoneId')
  @Endpoint({ id: 'deleteMilestoneProgression', permission, response, refusals: [400] })
  async remove(
    @Param() at: ProgressionParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.progressions.change(at, null, caller);
    return this.reads.get(at);
  }

  /**
   * Resumes a plan that was paused by a safeguard, because the feature was off, or because the next
   * milestone could not start. The time until the next milestone starts anew.
   */
  @Post('progressions/:planId/resume')
  @Endpoint({ id: 'resumeMilestoneProgressions', permission, response, refusals: [400] })
  async resume(
    @Param() at: PlanParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.progressions.resume(at, caller);
    return this.reads.get(at);
  }

  /**
   * Adds a safeguard, or replaces that on the same metric: when usage crosses the limit, the plan
   * goes back to the previous milestone and is paused. From the first milestone, the feature is
   * turned off. A plan can have 10.
   */
  @Put('release-plans/:planId/safeguards')
  @Endpoint({ id: 'changeSafeguard', permission, response })
  async setSafeguard(
    @Param() at: PlanParams,
    @Body() dto: SafeguardDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.progressions.setSafeguard(at, dto, caller);
    return this.reads.get(at);
  }

  /** Removes a safeguard. */
  @Delete('release-plans/:planId/safeguards/:safeguardId')
  @Endpoint({ id: 'deleteSafeguard', permission, response, refusals: [400] })
  async removeSafeguard(
    @Param() at: SafeguardParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.progressions.removeSafeguard(at, caller);
    return this.reads.get(at);
  }
}

import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { StrategyParams } from '../../../flags/feature/strategy/strategy.dto.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import {
  MilestoneResponse,
  MilestoneStrategyResponse,
  PlanMilestoneParams,
  PlanParams,
  ReleasePlanResponse,
  ReleasePlanTemplateIdDto,
  UpdateMilestoneStrategyDto,
} from '../release-plan.dto.js';
import { PlanReadModel } from './plan.read-model.js';
import { PlanService } from './plan.service.js';

const tag = 'Release Templates';
const response = ReleasePlanResponse;

/** The release plan of a feature in an environment. */
@Controller('api/admin/projects/:projectId/features/:featureName/environments/:environment')
export class PlanController {
  constructor(
    private readonly plans: PlanService,
    private readonly reads: PlanReadModel,
  ) {}

  /** Lists the release plans of a feature in an environment: one or none. */
  @Get('release-plans')
  @Endpoint({ id: 'getReleasePlans', tag, permission: 'NONE', response: [response] })
  list(@Param() at: FeatureEnvironmentParams): Promise<Json<ReleasePlanResponse[]>> {
    return this.reads.list(at);
  }

  /**
   * Adds a copy of a template. Its first milestone starts at once if the feature is on, otherwise
   * when the feature is turned on without an active strategy.
   */
  @Post('release-plans')
  @Endpoint({
    id: 'addReleasePlan',
    tag,
    permission: 'CREATE_FEATURE_STRATEGY',
    response,
    refusals: [409],
  })
  async add(
    @Param() at: FeatureEnvironmentParams,
    @Body() { templateId }: ReleasePlanTemplateIdDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanResponse>> {
    await this.plans.add(at, templateId, caller);
    return this.reads.get(at);
  }

  /**
   * Removes a release plan with the strategies of its active milestone. A feature that has no other
   * active strategy is turned off.
   */
  @Delete('release-plans/:planId')
  @Endpoint({
    id: 'removeReleasePlan',
    tag,
    permission: 'DELETE_FEATURE_STRATEGY',
    refusals: [400],
  })
  remove(@Param() at: PlanParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.plans.remove(at, caller);
  }

  /**
   * Starts any milestone of the plan: its strategies replace those of the active milestone, and
   * strategies outside the plan stay. Starting the active milestone changes nothing.
   */
  @Post('release-plans/:planId/milestones/:milestoneId/start')
  @Endpoint({
    id: 'startMilestone',
    tag,
    permission: 'UPDATE_FEATURE_STRATEGY',
    response: MilestoneResponse,
    refusals: [400],
  })
  start(
    @Param() at: PlanMilestoneParams,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneResponse> {
    return this.plans.start(at, caller);
  }

  /**
   * Changes a strategy of a milestone of the release plan. Omitted properties and the position
   * stay. If the milestone is active, the feature gets the change at once.
   */
  @Put('milestone-strategies/:strategyId')
  @Endpoint({
    id: 'updateProjectMilestoneStrategy',
    tag: 'Features',
    permission: 'UPDATE_FEATURE_STRATEGY',
    response: MilestoneStrategyResponse,
  })
  changeStrategy(
    @Param() at: StrategyParams,
    @Body() dto: UpdateMilestoneStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneStrategyResponse> {
    return this.plans.changeStrategy(at, dto, caller);
  }
}

import { Body, Controller, Delete, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import {
  MilestoneDto,
  MilestoneResponse,
  MilestoneStrategyDto,
  MilestoneStrategyResponse,
  TemplateMilestoneParams,
  TemplateStrategyParams,
} from '../release-plan.dto.js';
import { TemplateMilestonesService } from './template-milestones.service.js';

const permission = 'RELEASE_PLAN_TEMPLATE_UPDATE';
const params = { templateId: 'UUID of the template.' };
const response = MilestoneResponse;

/** The milestones of templates, and their strategies. */
@ApiTags('Release Templates')
@Controller('api/admin/release-plan-templates/:templateId/milestones')
export class TemplateMilestonesController {
  constructor(private readonly milestones: TemplateMilestonesService) {}

  /** Adds a milestone, last unless it has a position. A template can have 20. */
  @Post()
  @Endpoint({ id: 'addMilestoneToReleaseTemplate', permission, params, response })
  add(
    @Param('templateId') templateId: string,
    @Body() dto: MilestoneDto,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneResponse> {
    return this.milestones.add(templateId, dto, caller);
  }

  /** Replaces a milestone. Omitted strategies and position stay. */
  @Put(':milestoneId')
  @Endpoint({ id: 'updateReleaseTemplateMilestone', permission, response })
  replace(
    @Param() at: TemplateMilestoneParams,
    @Body() dto: MilestoneDto,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneResponse> {
    return this.milestones.replace(at, dto, caller);
  }

  /** Removes a milestone with its strategies. */
  @Delete(':milestoneId')
  @Endpoint({ id: 'removeReleaseTemplateMilestone', permission })
  remove(@Param() at: TemplateMilestoneParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.milestones.remove(at, caller);
  }

  /** Adds a strategy to a milestone, last unless it has a position. A milestone can have 30. */
  @Post(':milestoneId/strategies')
  @Endpoint({ id: 'addStrategyToMilestone', permission, response })
  addStrategy(
    @Param() at: TemplateMilestoneParams,
    @Body() dto: MilestoneStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneResponse> {
    return this.milestones.addStrategy(at, dto, caller);
  }

  /** Replaces a strategy of a milestone. An omitted position stays. */
  @Put(':milestoneId/strategies/:strategyId')
  @Endpoint({ id: 'updateMilestoneStrategy', permission, response: MilestoneStrategyResponse })
  replaceStrategy(
    @Param() at: TemplateStrategyParams,
    @Body() dto: MilestoneStrategyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<MilestoneStrategyResponse> {
    return this.milestones.replaceStrategy(at, dto, caller);
  }

  /** Removes a strategy from a milestone. */
  @Delete(':milestoneId/strategies/:strategyId')
  @Endpoint({ id: 'remoteMilestoneStrategy', permission })
  removeStrategy(
    @Param() at: TemplateStrategyParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.milestones.removeStrategy(at, caller);
  }
}

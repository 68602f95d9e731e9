import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectInsightsReadModel } from './project-insights.read-model.js';
import { LeadTimeResponse, ProjectInsightsResponse } from './insights.dto.js';

const permission = 'NONE';

/** Insights into a project. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId')
export class ProjectInsightsController {
  constructor(private readonly insights: ProjectInsightsReadModel) {}

  /** Reads the insights of a project: statistics, health and members. */
  @Get('insights')
  @Endpoint({
    id: 'getProjectInsights',
    cost: 'search',
    permission,
    response: ProjectInsightsResponse,
  })
  get(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectInsightsResponse>> {
    return this.insights.get(projectId, reader);
  }

  /** Reads the lead times of features until production, one of the DORA metrics. */
  @Get('dora')
  @Endpoint({ id: 'getProjectDora', cost: 'search', permission, response: LeadTimeResponse })
  leadTime(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<LeadTimeResponse>> {
    return this.insights.leadTime(projectId, reader);
  }
}

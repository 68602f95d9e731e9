import { Controller, Get, Param } from '@nestjs/common';
import type { Reader } from '../../database/database.js';
import { CurrentReader } from '../../auth/current-reader.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { ProjectParams } from '../project.params.js';
import { ProjectInsightsReadModel } from './project-insights.read-model.js';
import { LeadTimeResponse, ProjectInsightsResponse } from './insights.response.js';

const tag = 'Projects';
const permission = 'NONE';
const refusals = [404];

/** How a project is doing. */
@Controller('api/admin/projects/:projectId')
export class ProjectInsightsController {
  constructor(private readonly insights: ProjectInsightsReadModel) {}

  /** Reads how a project is doing: its pace, the state of its features, and who takes part. */
  @Get('insights')
  @Endpoint({
    id: 'getProjectInsights',
    cost: 'search',
    tag,
    permission,
    response: ProjectInsightsResponse,
    refusals,
  })
  get(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectInsightsResponse>> {
    return this.insights.get(projectId, reader);
  }

  /**
   * Reads how long the features of a project take to get to production: the lead time, one of the
   * DORA metrics.
   */
  @Get('dora')
  @Endpoint({
    id: 'getProjectDora',
    cost: 'search',
    tag,
    permission,
    response: LeadTimeResponse,
    refusals,
  })
  leadTime(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<LeadTimeResponse>> {
    return this.insights.leadTime(projectId, reader);
  }
}

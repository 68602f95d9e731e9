import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { JsonList } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { ProjectParams } from '../project/project.dto.js';
import {
  DeprecatedProjectOverviewResponse,
  HealthReportResponse,
  ProjectOverviewResponse,
} from './project-overview.dto.js';
import { ProjectOverviewReadModel } from './project-overview.read-model.js';

const permission = 'NONE';

/** Overviews of projects. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId')
export class ProjectOverviewController {
  constructor(private readonly overview: ProjectOverviewReadModel) {}

  /** Reads the overview of a project. */
  @Get('overview')
  @Endpoint({
    id: 'getProjectOverview',
    cost: 'search',
    permission,
    response: ProjectOverviewResponse,
  })
  get(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectOverviewResponse>> {
    return this.overview.get(projectId, caller, reader);
  }

  /**
   * Reads the overview of a project with all its features. Deprecated: read the overview, and
   * search for the features.
   */
  @Get()
  @Endpoint({
    id: 'getDeprecatedProjectOverview',
    cost: 'search',
    permission,
    response: DeprecatedProjectOverviewResponse,
    deprecated: { since: new Date('2024-02-01') },
  })
  getDeprecated(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<DeprecatedProjectOverviewResponse>> {
    return this.overview.getDeprecated(projectId, caller, reader);
  }

  /**
   * Reads the health of a project and its features. Deprecated: read the insights, and search for
   * the features.
   */
  @Get('health-report')
  @Endpoint({
    id: 'getProjectHealthReport',
    cost: 'search',
    permission,
    response: HealthReportResponse,
    deprecated: {},
  })
  getHealthReport(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<HealthReportResponse>> {
    return this.overview.getHealthReport(projectId, caller, reader);
  }
}

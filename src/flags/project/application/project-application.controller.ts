import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectParams } from '../project.dto.js';
import {
  ApplicationListQuery,
  OutdatedSdksResponse,
  ProjectApplicationsResponse,
} from './application.dto.js';
import { ProjectApplicationReadModel } from './project-application.read-model.js';

const permission = 'NONE';

/** Applications that use features of a project. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId')
export class ProjectApplicationController {
  constructor(private readonly applications: ProjectApplicationReadModel) {}

  /** Lists the applications that use features of a project, in pages. */
  @Get('applications')
  @Endpoint({
    id: 'getProjectApplications',
    cost: 'search',
    permission,
    response: ProjectApplicationsResponse,
  })
  list(
    @Param() { projectId }: ProjectParams,
    @Query() query: ApplicationListQuery,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectApplicationsResponse>> {
    return this.applications.list(projectId, query, reader);
  }

  /**
   * Lists the outdated SDKs of applications that use features of a project. The list is empty for a
   * project that does not exist.
   */
  @Get('sdks/outdated')
  @Endpoint({
    id: 'getOutdatedProjectSdks',
    cost: 'search',
    permission,
    answersUnknown: true,
    response: OutdatedSdksResponse,
    neverRefuses: [404],
  })
  outdatedSdks(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<OutdatedSdksResponse>> {
    return this.applications.outdatedSdks(projectId, caller, reader);
  }
}

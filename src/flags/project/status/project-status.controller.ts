import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectStatusReadModel } from './project-status.read-model.js';
import { ProjectStatusResponse } from './status.response.js';

/** Status of a project. */
@ApiTags('Unstable')
@Controller('api/admin/projects/:projectId/status')
export class ProjectStatusController {
  constructor(private readonly status: ProjectStatusReadModel) {}

  /** Reads the status of a project: activity, resources, health and lifecycle. */
  @Get()
  @Endpoint({
    id: 'getProjectStatus',
    cost: 'search',
    permission: 'NONE',
    response: ProjectStatusResponse,
  })
  get(
    @Param() { projectId }: ProjectParams,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectStatusResponse>> {
    return this.status.get(projectId, reader);
  }
}

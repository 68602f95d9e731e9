import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { ProjectEnvironmentParams, ProjectParams } from '../project.params.js';
import { ChangeRequestConfigDto } from './change-request.dto.js';
import { ChangeRequestReadModel } from './change-request.read-model.js';
import { ChangeRequestConfigResponse } from './change-request.response.js';

const tag = 'Change Requests';

/** Reports that change requests are off, for tools such as Terraform that configure them. */
@Controller('api/admin/projects/:projectId')
export class ChangeRequestController {
  constructor(private readonly configs: ChangeRequestReadModel) {}

  /** Lists the environments of a project. Change requests are off in all of them. */
  @Get('change-requests/config')
  @Endpoint({
    id: 'getProjectChangeRequestConfig',
    tag,
    permission: 'NONE',
    response: [ChangeRequestConfigResponse],
    refusals: [404],
  })
  list(@Param() { projectId }: ProjectParams): Promise<Json<ChangeRequestConfigResponse[]>> {
    return this.configs.list(projectId);
  }

  /** Accepts that change requests are off in an environment, and refuses to turn them on. */
  @Put('environments/:environment/change-requests/config')
  @Endpoint({
    id: 'updateProjectChangeRequestConfig',
    tag,
    permission: 'UPDATE_PROJECT',
    status: 204,
    refusals: [400, 404, 413, 415],
  })
  update(
    @Param() { projectId, environment }: ProjectEnvironmentParams,
    @Body() dto: ChangeRequestConfigDto,
  ): Promise<void> {
    return this.configs.requireOff(projectId, environment, dto);
  }
}

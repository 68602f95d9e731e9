import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ProjectEnvironmentParams, ProjectParams } from '../project.dto.js';
import { ApprovalConfigDto, ApprovalConfigResponse } from './approval-config.dto.js';
import { ApprovalConfigReadModel } from './approval-config.read-model.js';
import { ApprovalConfigService } from './approval-config.service.js';

/** Which environments of projects require approvals. */
@ApiTags('Change Requests')
@Controller('api/admin/projects/:projectId')
export class ApprovalConfigController {
  constructor(
    private readonly reads: ApprovalConfigReadModel,
    private readonly configs: ApprovalConfigService,
  ) {}

  /** Lists the environments of a project, and how many approvals changes require there. */
  @Get('change-requests/config')
  @Endpoint({
    id: 'getProjectChangeRequestConfig',
    permission: 'NONE',
    response: [ApprovalConfigResponse],
  })
  list(@Param() { projectId }: ProjectParams): Promise<Json<ApprovalConfigResponse[]>> {
    return this.reads.list(projectId);
  }

  /**
   * Sets whether changes in an environment of a project require approvals. If they do, changes are
   * refused with 403 unless they are made by applying a change request.
   */
  @Put('environments/:environment/change-requests/config')
  @Endpoint({
    id: 'updateProjectChangeRequestConfig',
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    status: 204,
  })
  update(
    @Param() at: ProjectEnvironmentParams,
    @Body() dto: ApprovalConfigDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.configs.set(at, dto, caller);
  }
}

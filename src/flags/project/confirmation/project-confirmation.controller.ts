import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectConfirmationDto, ProjectConfirmationResponse } from './project-confirmation.dto.js';
import { ProjectConfirmationService } from './project-confirmation.service.js';

const response = ProjectConfirmationResponse;

/** The confirmations that a project requires in production. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/confirmation')
export class ProjectConfirmationController {
  constructor(private readonly confirmation: ProjectConfirmationService) {}

  /** Reads for which changes in production a project requires a confirmation. */
  @Get()
  @Endpoint({ id: 'getProjectConfirmation', permission: 'NONE', response })
  get(@Param() { projectId }: ProjectParams): Promise<ProjectConfirmationResponse> {
    return this.confirmation.get(projectId);
  }

  /** Sets for which changes in production a project requires a confirmation. */
  @Put()
  @Endpoint({
    id: 'setProjectConfirmation',
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    response,
  })
  set(
    @Param() { projectId }: ProjectParams,
    @Body() { inProduction }: ProjectConfirmationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectConfirmationResponse> {
    return this.confirmation.set(projectId, inProduction, caller);
  }
}

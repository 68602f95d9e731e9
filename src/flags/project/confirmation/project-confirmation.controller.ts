import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectConfirmationDto, ProjectConfirmationResponse } from './project-confirmation.dto.js';
import { ProjectConfirmationService } from './project-confirmation.service.js';

const tag = 'Projects';
const response = ProjectConfirmationResponse;

/** The confirmations that a project requires in production. */
@Controller('api/admin/projects/:projectId/confirmation')
export class ProjectConfirmationController {
  constructor(private readonly confirmation: ProjectConfirmationService) {}

  /** Reads for which changes in production a project requires a confirmation. */
  @Get()
  @Endpoint({ id: 'getProjectConfirmation', tag, permission: 'NONE', response, refusals: [404] })
  get(@Param() { projectId }: ProjectParams): Promise<ProjectConfirmationResponse> {
    return this.confirmation.get(projectId);
  }

  /** Sets for which changes in production a project requires a confirmation. */
  @Put()
  @Endpoint({
    id: 'setProjectConfirmation',
    tag,
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    response,
    refusals: [400, 404, 413, 415],
  })
  set(
    @Param() { projectId }: ProjectParams,
    @Body() { inProduction }: ProjectConfirmationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectConfirmationResponse> {
    return this.confirmation.set(projectId, inProduction, caller);
  }
}

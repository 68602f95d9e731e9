import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../project.dto.js';
import { ProjectGuardDto, ProjectGuardResponse } from './project-guard.dto.js';
import { ProjectGuardService } from './project-guard.service.js';

const response = ProjectGuardResponse;

/** What a project does about turning off or archiving features that are in use. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/guard')
export class ProjectGuardController {
  constructor(private readonly guards: ProjectGuardService) {}

  /** Reads what a project does about turning off or archiving features that are in use. */
  @Get()
  @Endpoint({ id: 'getProjectGuard', permission: 'NONE', response })
  get(@Param() { projectId }: ProjectParams): Promise<ProjectGuardResponse> {
    return this.guards.get(projectId);
  }

  /** Sets what a project does about turning off or archiving features that are in use. */
  @Put()
  @Endpoint({ id: 'setProjectGuard', permission: 'UPDATE_PROJECT', confirm: 'policy', response })
  set(
    @Param() { projectId }: ProjectParams,
    @Body() { guard }: ProjectGuardDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectGuardResponse> {
    return this.guards.set(projectId, guard, caller);
  }
}

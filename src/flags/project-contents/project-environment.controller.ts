import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { PreviewResponse } from '../preview/impact.response.js';
import {
  ProjectEnvironmentParams,
  ProjectParams,
  AddEnvironmentDto,
} from '../project/project.dto.js';
import { ProjectEnvironmentService } from './project-environment.service.js';

const permission = 'UPDATE_PROJECT';

/** The environments of a project. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId/environments')
export class ProjectEnvironmentController {
  constructor(private readonly environments: ProjectEnvironmentService) {}

  /** Adds an environment to a project. Its features are off there. */
  @Post()
  @Endpoint({ id: 'addEnvironmentToProject', permission, refusals: [409] })
  add(
    @Param() { projectId }: ProjectParams,
    @Body() dto: AddEnvironmentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.environments.add(projectId, dto, caller);
  }

  /**
   * Removes an environment from a project, unless it is the last one. Features are turned off there
   * and keep their strategies.
   */
  @Delete(':environment')
  @Endpoint({
    id: 'removeEnvironmentFromProject',
    confirm: 'off',
    permission,
    dryRun: { of: 'environment', response: PreviewResponse },
    refusals: [400],
  })
  remove(
    @Param() { projectId, environment }: ProjectEnvironmentParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.environments.remove(projectId, environment, caller);
  }
}

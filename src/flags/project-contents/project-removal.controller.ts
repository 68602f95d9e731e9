import { Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { PreviewResponse } from '../preview/impact.response.js';
import { ProjectParams } from '../project/project.dto.js';
import { ProjectRemovalService } from './project-removal.service.js';

/** Deletes projects. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId')
export class ProjectRemovalController {
  constructor(private readonly removal: ProjectRemovalService) {}

  /** Permanently deletes a project with its archived features and segments. */
  @Delete()
  @Endpoint({
    id: 'deleteProject',
    cost: 'heavy',
    permission: 'DELETE_PROJECT',
    dryRun: { of: 'project', response: PreviewResponse },
  })
  delete(@Param() { projectId }: ProjectParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.removal.delete(projectId, caller);
  }
}

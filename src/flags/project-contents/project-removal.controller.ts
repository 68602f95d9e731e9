import { Controller, Delete, Param } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { PreviewResponse } from '../preview/impact.response.js';
import { ProjectParams } from '../project/project.dto.js';
import { ProjectRemovalService } from './project-removal.service.js';

/** Deletes projects. */
@Controller('api/admin/projects/:projectId')
export class ProjectRemovalController {
  constructor(private readonly removal: ProjectRemovalService) {}

  /** Permanently deletes a project with its archived features and segments. */
  @Delete()
  @Endpoint({
    id: 'deleteProject',
    cost: 'heavy',
    tag: 'Projects',
    permission: 'DELETE_PROJECT',
    dryRun: { of: 'project', response: PreviewResponse },
    refusals: [404],
  })
  delete(@Param() { projectId }: ProjectParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.removal.delete(projectId, caller);
  }
}

import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { ProjectParams } from '../project.dto.js';
import {
  ProjectConfirmationDto,
  ProjectConfirmationResponse,
  ProjectGuardDto,
  ProjectGuardResponse,
} from './project-policy.dto.js';
import { ProjectPolicyService } from './project-policy.service.js';

const confirmation = ProjectConfirmationResponse;
const guard = ProjectGuardResponse;

/** What a project asks of those who change its features. */
@ApiTags('Projects')
@Controller('api/admin/projects/:projectId')
export class ProjectPolicyController {
  constructor(private readonly policies: ProjectPolicyService) {}

  /** Reads for which changes in production a project requires a confirmation. */
  @Get('confirmation')
  @Endpoint({ id: 'getProjectConfirmation', permission: 'NONE', response: confirmation })
  async confirmation(@Param() { projectId }: ProjectParams): Promise<ProjectConfirmationResponse> {
    const { confirmInProduction } = await this.policies.read(projectId);
    return { inProduction: confirmInProduction };
  }

  /** Sets for which changes in production a project requires a confirmation. */
  @Put('confirmation')
  @Endpoint({
    id: 'setProjectConfirmation',
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    response: confirmation,
  })
  async setConfirmation(
    @Param() { projectId }: ProjectParams,
    @Body() { inProduction }: ProjectConfirmationDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectConfirmationResponse> {
    await this.policies.change(projectId, { confirmInProduction: inProduction }, caller);
    return { inProduction };
  }

  /** Reads what a project does about turning off or archiving features that are in use. */
  @Get('guard')
  @Endpoint({ id: 'getProjectGuard', permission: 'NONE', response: guard })
  async guard(@Param() { projectId }: ProjectParams): Promise<ProjectGuardResponse> {
    const { guard } = await this.policies.read(projectId);
    return { guard };
  }

  /** Sets what a project does about turning off or archiving features that are in use. */
  @Put('guard')
  @Endpoint({
    id: 'setProjectGuard',
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    response: guard,
  })
  async setGuard(
    @Param() { projectId }: ProjectParams,
    @Body() { guard }: ProjectGuardDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectGuardResponse> {
    await this.policies.change(projectId, { guard }, caller);
    return { guard };
  }
}

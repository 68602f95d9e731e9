import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { PoliciesResponse, PolicyCheckResponse, PolicyDto } from './policy.dto.js';
import { PolicyService } from './policy.service.js';

const response = PoliciesResponse;
const TAG = 'Policies';

/** The policy of the instance, which counts in every project. */
@ApiTags(TAG)
@Controller('api/admin/policy')
export class InstancePolicyController {
  constructor(private readonly policies: PolicyService) {}

  /** Reads the policy of the instance. */
  @Get()
  @Endpoint({ id: 'getInstancePolicy', permission: 'NONE', response })
  get(): Promise<PoliciesResponse> {
    return this.policies.get(null);
  }

  /**
   * Sets the policy of the instance. What is saved from then on has to follow it, whichever way it
   * comes; what exists stays. Turning off is never refused.
   */
  @Put()
  @Endpoint({ id: 'setInstancePolicy', permission: 'ADMIN', confirm: 'policy', response })
  async set(@Body() dto: PolicyDto, @CurrentCaller() caller: Caller): Promise<PoliciesResponse> {
    await this.policies.put(null, dto, caller);
    return this.policies.get(null);
  }

  /** Lists what exists anywhere and breaks a policy. Changes nothing. */
  @Post('check')
  @Endpoint({
    id: 'checkInstancePolicy',
    reads: true,
    cost: 'search',
    permission: 'ADMIN',
    response: PolicyCheckResponse,
  })
  check(@Body() dto: PolicyDto, @CurrentReader() reader: Reader): Promise<PolicyCheckResponse> {
    return this.policies.tryOut(null, dto, reader);
  }

  /** Removes the policy of the instance. */
  @Delete()
  @Endpoint({ id: 'removeInstancePolicy', permission: 'ADMIN', confirm: 'policy', status: 204 })
  remove(@CurrentCaller() caller: Caller): Promise<void> {
    return this.policies.remove(null, caller);
  }
}

/** The policies of projects. */
@ApiTags(TAG)
@Controller('api/admin/projects/:projectId/policy')
export class PolicyController {
  constructor(private readonly policies: PolicyService) {}

  /** Reads the policy of a project, and that of the instance. */
  @Get()
  @Endpoint({ id: 'getProjectPolicy', permission: 'NONE', response })
  get(@Param() { projectId }: ProjectParams): Promise<PoliciesResponse> {
    return this.policies.get(projectId);
  }

  /**
   * Sets the policy of a project, in addition to that of the instance. What is saved from then on
   * has to follow it, whichever way it comes; what exists stays. Turning off is never refused.
   */
  @Put()
  @Endpoint({ id: 'setProjectPolicy', permission: 'UPDATE_PROJECT', confirm: 'policy', response })
  async set(
    @Param() { projectId }: ProjectParams,
    @Body() dto: PolicyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<PoliciesResponse> {
    await this.policies.put(projectId, dto, caller);
    return this.policies.get(projectId);
  }

  /** Lists what exists in a project and breaks a policy. Changes nothing. */
  @Post('check')
  @Endpoint({
    id: 'checkProjectPolicy',
    reads: true,
    cost: 'search',
    permission: 'UPDATE_PROJECT',
    response: PolicyCheckResponse,
  })
  check(
    @Param() { projectId }: ProjectParams,
    @Body() dto: PolicyDto,
    @CurrentReader() reader: Reader,
  ): Promise<PolicyCheckResponse> {
    return this.policies.tryOut(projectId, dto, reader);
  }

  /** Removes the policy of a project. */
  @Delete()
  @Endpoint({
    id: 'removeProjectPolicy',
    permission: 'UPDATE_PROJECT',
    confirm: 'policy',
    status: 204,
  })
  remove(@Param() { projectId }: ProjectParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.policies.remove(projectId, caller);
  }
}

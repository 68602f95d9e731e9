import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ProjectParams } from '../project/project.dto.js';
import { PreviewResponse } from '../preview/impact.response.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import type { Permission } from '../../platform/http/permission.js';
import { WholeNumbersPipe } from '../../platform/http/validation/whole-numbers.pipe.js';
import { EnvironmentCloneService } from './environment-clone.service.js';
import { EnvironmentRemovalService } from './environment-removal.service.js';
import {
  CloneEnvironmentDto,
  CreateEnvironmentDto,
  EnvironmentListResponse,
  EnvironmentParams,
  EnvironmentResponse,
  EnvironmentsOfProjectResponse,
  UpdateEnvironmentDto,
  ValidateEnvironmentDto,
} from './environment.dto.js';
import { EnvironmentReadModel } from './environment.read-model.js';
import { EnvironmentService } from './environment.service.js';

/** Administrators may, as in the reference, and who has the permission of this service. */
const CHANGING: Permission[] = ['ADMIN', 'UPDATE_ENVIRONMENT'];

/** Manages environments. */
@ApiTags('Environments')
@Controller('api/admin/environments')
export class EnvironmentController {
  constructor(
    private readonly environments: EnvironmentService,
    private readonly clones: EnvironmentCloneService,
    private readonly removal: EnvironmentRemovalService,
    private readonly reads: EnvironmentReadModel,
  ) {}

  /** Lists all environments with their usage. */
  @Get()
  @Endpoint({ id: 'getAllEnvironments', permission: 'NONE', response: EnvironmentListResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<EnvironmentListResponse>> {
    return this.reads.list(caller);
  }

  /**
   * Lists all environments with their usage in one project. For an unknown project all counts are
   * 0.
   */
  @Get('project/:projectId')
  @Endpoint({
    id: 'getProjectEnvironments',
    permission: 'NONE',
    answersUnknown: true,
    response: EnvironmentsOfProjectResponse,
    neverRefuses: [404],
  })
  listOfProject(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<EnvironmentsOfProjectResponse>> {
    return this.reads.listOfProject(projectId, caller);
  }

  /** Reads one environment. */
  @Get(':name')
  @Endpoint({ id: 'getEnvironment', permission: 'NONE', response: EnvironmentResponse })
  get(@Param() { name }: EnvironmentParams): Promise<Json<EnvironmentResponse>> {
    return this.reads.get(name);
  }

  /** Creates an environment, which is not part of any project yet. */
  @Post()
  @Endpoint({
    id: 'createEnvironment',
    permission: 'CREATE_ENVIRONMENT',
    status: 201,
    response: EnvironmentResponse,
    refusals: [409],
  })
  create(
    @Body() dto: CreateEnvironmentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<EnvironmentResponse> {
    return this.environments.create(dto, caller);
  }

  /** Checks whether an environment name is valid and free. */
  @Post('validate')
  @Endpoint({ id: 'validateEnvironmentName', reads: true, permission: 'NONE', refusals: [409] })
  validate(@Body() { name }: ValidateEnvironmentDto): Promise<void> {
    return this.reads.requireFree(name);
  }

  /** Sets the order of environments: a map of names to positions. Unknown names are ignored. */
  @Put('sort-order')
  @Endpoint({ id: 'updateSortOrder', permission: CHANGING })
  @ApiBody({ schema: { type: 'object', additionalProperties: { type: 'integer' } } })
  sort(
    @Body(WholeNumbersPipe) positions: Record<string, number>,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.environments.sort(positions, caller);
  }

  /** Changes the type or position of an environment that is not protected. */
  @Put('update/:name')
  @Endpoint({ id: 'updateEnvironment', permission: CHANGING, response: EnvironmentResponse })
  update(
    @Param() { name }: EnvironmentParams,
    @Body() dto: UpdateEnvironmentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<EnvironmentResponse> {
    return this.environments.update(name, dto, caller);
  }

  /**
   * Deletes an environment with everything in it, unless it is protected or the only one of a
   * project.
   */
  @Delete(':name')
  @Endpoint({
    id: 'removeEnvironment',
    permission: 'DELETE_ENVIRONMENT',
    dryRun: { of: 'environment', response: PreviewResponse },
    refusals: [400],
  })
  remove(@Param() { name }: EnvironmentParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.removal.remove(name, caller);
  }

  /** Creates an environment as a copy of another, including the state of features. */
  @Post(':name/clone')
  @Endpoint({
    id: 'cloneEnvironment',
    cost: 'heavy',
    permission: 'CREATE_ENVIRONMENT',
    response: EnvironmentResponse,
    refusals: [409],
  })
  clone(
    @Param() { name }: EnvironmentParams,
    @Body() dto: CloneEnvironmentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<EnvironmentResponse> {
    return this.clones.clone(name, dto, caller);
  }

  /** Enables an environment, so that new projects get it. */
  @Post(':name/on')
  @Endpoint({ id: 'toggleEnvironmentOn', permission: CHANGING, status: 204 })
  on(@Param() { name }: EnvironmentParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.environments.setEnabled(name, true, caller);
  }

  /**
   * Disables an environment, so that new projects do not get it unless they request it. Features
   * stay unchanged.
   */
  @Post(':name/off')
  @Endpoint({ id: 'toggleEnvironmentOff', permission: CHANGING, status: 204 })
  off(@Param() { name }: EnvironmentParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.environments.setEnabled(name, false, caller);
  }
}

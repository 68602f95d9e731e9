import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../platform/database/database.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  CreateProjectDto,
  ProjectCreatedResponse,
  ProjectListQuery,
  ProjectListResponse,
  ProjectParams,
  UpdateProjectDto,
  UpdateProjectSettingsDto,
  ValidateProjectDto,
} from './project.dto.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { ProjectArchiveService } from './project-archive.service.js';
import { ProjectReadModel } from './project.read-model.js';
import { ProjectService } from './project.service.js';

/** Manages projects. */
@ApiTags('Projects')
@Controller('api/admin/projects')
export class ProjectController {
  constructor(
    private readonly projects: ProjectService,
    private readonly archives: ProjectArchiveService,
    private readonly reads: ProjectReadModel,
  ) {}

  /** Lists the live or the archived projects. */
  @Get()
  @Endpoint({
    id: 'getProjects',
    cost: 'search',
    permission: 'NONE',
    response: ProjectListResponse,
  })
  list(
    @Query() { archived = false }: ProjectListQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ProjectListResponse>> {
    return this.reads.list(archived, caller, reader);
  }

  /** Creates a project. */
  @Post()
  @Endpoint({
    id: 'createProject',
    permission: 'CREATE_PROJECT',
    status: 201,
    response: ProjectCreatedResponse,
    refusals: [404, 409],
  })
  create(
    @Body() dto: CreateProjectDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ProjectCreatedResponse> {
    return this.projects.create(dto, caller);
  }

  /** Checks whether a project id is valid and free. */
  @Post('validate')
  @Endpoint({ id: 'validateProject', reads: true, permission: 'NONE', refusals: [409] })
  validate(@Body() { id }: ValidateProjectDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.reads.requireFree(id, caller);
  }

  /** Archives a project, whose features must all be archived. */
  @Post('archive/:projectId')
  @Endpoint({ id: 'archiveProject', permission: 'DELETE_PROJECT' })
  archive(@Param() { projectId }: ProjectParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.archives.archive(projectId, caller);
  }

  /** Revives an archived project. Its features stay archived. */
  @Post('revive/:projectId')
  @Endpoint({ id: 'reviveProject', permission: 'UPDATE_PROJECT', refusals: [400] })
  revive(@Param() { projectId }: ProjectParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.archives.revive(projectId, caller);
  }

  /** Changes a project. Omitted properties stay. */
  @Put(':projectId')
  @Endpoint({ id: 'updateProject', permission: 'UPDATE_PROJECT' })
  update(
    @Param() { projectId }: ProjectParams,
    @Body() dto: UpdateProjectDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.projects.update(projectId, dto, caller);
  }

  /** Changes naming rule, links and collaboration mode of a project. Omitted properties stay. */
  @Put(':projectId/settings')
  @Endpoint({ id: 'updateProjectEnterpriseSettings', permission: 'UPDATE_PROJECT' })
  updateSettings(
    @Param() { projectId }: ProjectParams,
    @Body() dto: UpdateProjectSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.projects.updateSettings(projectId, dto, caller);
  }
}

import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { ProjectParams } from '../project/project.dto.js';
import {
  ContextFieldNameDto,
  ContextFieldResponse,
  CreateContextFieldDto,
  LegalValueDto,
  ProjectContextFieldListQuery,
  ProjectContextFieldParams,
  ProjectLegalValueParams,
  UpdateContextFieldDto,
} from './context-field.dto.js';
import { ContextFieldReadModel, type FieldPlace } from './context-field.read-model.js';
import { ContextFieldService } from './context-field.service.js';

const update = 'UPDATE_PROJECT_CONTEXT';

/** Context fields that only the features and segments of one project can use. */
@ApiTags('Context')
@Controller('api/admin/projects/:projectId/context')
export class ProjectContextFieldController {
  constructor(
    private readonly fields: ContextFieldService,
    private readonly reads: ContextFieldReadModel,
  ) {}

  /** Lists the context fields of a project by name, with their usage. */
  @Get()
  @Endpoint({
    id: 'getContextFieldsForProject',
    cost: 'search',
    permission: 'NONE',
    response: [ContextFieldResponse],
  })
  list(
    @Param() { projectId }: ProjectParams,
    @Query() { include }: ProjectContextFieldListQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ContextFieldResponse[]>> {
    return this.reads.list(projectId, include === 'root' ? 'global' : null, caller, reader);
  }

  /** Creates a context field of a project, which can have 100. Names are unique in the instance. */
  @Post()
  @Endpoint({
    id: 'createContextFieldForProject',
    permission: 'CREATE_PROJECT_CONTEXT',
    status: 201,
    response: ContextFieldResponse,
    refusals: [409],
  })
  async create(
    @Param() { projectId }: ProjectParams,
    @Body() dto: CreateContextFieldDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContextFieldResponse> {
    const field = await this.fields.create(dto, projectId, caller);
    response.location(`projects/${projectId}/context/${field.name}`);
    return field;
  }

  /** Checks whether the name of a context field is valid and free in the instance. */
  @Post('validate')
  @Endpoint({
    id: 'validateContextFieldNameForProject',
    reads: true,
    permission: 'NONE',
    refusals: [409],
  })
  validate(@Param() _: ProjectParams, @Body() { name }: ContextFieldNameDto): Promise<void> {
    return this.reads.requireFree(name);
  }

  /** Reads a context field of a project. */
  @Get(':contextField')
  @Endpoint({ id: 'getContextFieldForProject', permission: 'NONE', response: ContextFieldResponse })
  get(@Param() params: ProjectContextFieldParams): Promise<Json<ContextFieldResponse>> {
    return this.reads.get(placeIn(params));
  }

  /**
   * Replaces the properties of a context field of a project. Omitted ones get their default, except
   * the description, which stays.
   */
  @Put(':contextField')
  @Endpoint({ id: 'updateContextFieldForProject', permission: update })
  update(
    @Param() params: ProjectContextFieldParams,
    @Body() dto: UpdateContextFieldDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.update(placeIn(params), dto, caller);
  }

  /** Deletes a context field of a project that is not in use. */
  @Delete(':contextField')
  @Endpoint({
    id: 'deleteContextFieldForProject',
    permission: 'DELETE_PROJECT_CONTEXT',
    refusals: [409],
  })
  delete(
    @Param() params: ProjectContextFieldParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.delete(placeIn(params), caller);
  }

  /** Adds a legal value to a context field of a project, or changes its description. */
  @Post(':contextField/legal-values')
  @Endpoint({ id: 'updateContextFieldLegalValueForProject', permission: update })
  setLegalValue(
    @Param() params: ProjectContextFieldParams,
    @Body() dto: LegalValueDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.setLegalValue(placeIn(params), dto, caller);
  }

  /** Removes a legal value from a context field of a project. */
  @Delete(':contextField/legal-values/:legalValue')
  @Endpoint({ id: 'deleteContextFieldLegalValueForProject', permission: update })
  removeLegalValue(
    @Param() params: ProjectLegalValueParams,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.removeLegalValue(placeIn(params), params.legalValue, caller);
  }
}

function placeIn({ projectId, contextField }: ProjectContextFieldParams): FieldPlace {
  return { name: contextField, project: projectId };
}

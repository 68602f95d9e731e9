import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Reader } from '../../platform/database/database.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import type { JsonList } from '../../platform/http/json-list.js';
import {
  ContextFieldListQuery,
  ContextFieldNameDto,
  ContextFieldResponse,
  ContextFieldStrategiesResponse,
  CreateContextFieldDto,
  LegalValueDto,
  UpdateContextFieldDto,
} from './context-field.dto.js';
import { ContextFieldReadModel } from './context-field.read-model.js';
import { ContextFieldService } from './context-field.service.js';

const tag = 'Context';
const params = { contextField: 'Name of the context field.' };
const legalValueParams = { ...params, legalValue: 'The legal value.' };
const update = 'UPDATE_CONTEXT_FIELD';

/** Context fields, which constraints compare. */
@Controller('api/admin/context')
export class ContextFieldController {
  constructor(
    private readonly fields: ContextFieldService,
    private readonly reads: ContextFieldReadModel,
  ) {}

  /** Lists the context fields that all projects can use by name, with their usage. */
  @Get()
  @Endpoint({
    id: 'getContextFields',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: [ContextFieldResponse],
  })
  list(
    @Query() { include }: ContextFieldListQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<ContextFieldResponse[]>> {
    return this.reads.list(null, include === 'project' ? 'projects' : null, caller, reader);
  }

  /** Creates a context field. */
  @Post()
  @Endpoint({
    id: 'createContextField',
    tag,
    permission: 'CREATE_CONTEXT_FIELD',
    status: 201,
    response: ContextFieldResponse,
    refusals: [409],
  })
  async create(
    @Body() dto: CreateContextFieldDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ContextFieldResponse> {
    const field = await this.fields.create(dto, null, caller);
    response.location(`context/${field.name}`);
    return field;
  }

  /** Checks whether a context field name is valid and free. */
  @Post('validate')
  @Endpoint({ id: 'validate', reads: true, tag, permission: 'NONE', refusals: [409] })
  validate(@Body() dto: ContextFieldNameDto): Promise<void> {
    return this.reads.requireFree(dto.name);
  }

  /** Reads a context field. */
  @Get(':contextField')
  @Endpoint({
    id: 'getContextField',
    tag,
    permission: 'NONE',
    params,
    response: ContextFieldResponse,
  })
  get(@Param('contextField') name: string): Promise<Json<ContextFieldResponse>> {
    return this.reads.get({ name, project: null });
  }

  /**
   * Replaces the properties of a context field. Omitted ones get their default, except the
   * description, which stays. The name cannot be changed.
   */
  @Put(':contextField')
  @Endpoint({ id: 'updateContextField', tag, permission: update, params })
  update(
    @Param('contextField') name: string,
    @Body() dto: UpdateContextFieldDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.update({ name, project: null }, dto, caller);
  }

  /** Deletes a context field that is neither built in nor in use. */
  @Delete(':contextField')
  @Endpoint({
    id: 'deleteContextField',
    tag,
    permission: 'DELETE_CONTEXT_FIELD',
    params,
    refusals: [409],
  })
  delete(@Param('contextField') name: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.fields.delete({ name, project: null }, caller);
  }

  /** Lists the strategies of live features with a constraint on a context field. */
  @Get(':contextField/strategies')
  @Endpoint({
    id: 'getStrategiesByContextField',
    cost: 'search',
    tag: 'Strategies',
    permission: 'NONE',
    params,
    response: ContextFieldStrategiesResponse,
    neverRefuses: [404],
  })
  strategies(
    @Param('contextField') name: string,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<ContextFieldStrategiesResponse>> {
    return this.reads.strategies(name, caller, reader);
  }

  /** Adds a legal value to a context field, or changes its description. */
  @Post(':contextField/legal-values')
  @Endpoint({ id: 'updateContextFieldLegalValue', tag, permission: update, params })
  setLegalValue(
    @Param('contextField') name: string,
    @Body() dto: LegalValueDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.setLegalValue({ name, project: null }, dto, caller);
  }

  /** Removes a legal value from a context field. */
  @Delete(':contextField/legal-values/:legalValue')
  @Endpoint({
    id: 'deleteContextFieldLegalValue',
    tag,
    permission: update,
    params: legalValueParams,
  })
  removeLegalValue(
    @Param('contextField') name: string,
    @Param('legalValue') value: string,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.fields.removeLegalValue({ name, project: null }, value, caller);
  }
}

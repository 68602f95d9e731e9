import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import {
  CreateTemplateDto,
  TemplateResponse,
  TemplatesResponse,
  UpdateTemplateDto,
  UsedTemplateResponse,
  UseTemplateDto,
} from './thing-template.dto.js';
import { ThingTemplateService } from './thing-template.service.js';

const permission = 'CREATE_PROJECT';
const params = { id: 'Id of the template, a whole number.' };
const response = TemplateResponse;
const bodyLimit = 2_097_152;

/** Templates of features and projects. */
@ApiTags('Templates')
@Controller('api/admin/templates')
export class ThingTemplateController {
  constructor(private readonly templates: ThingTemplateService) {}

  /** Lists the templates of features and projects. */
  @Get()
  @Endpoint({ id: 'getTemplates', permission: 'NONE', response: TemplatesResponse })
  list(): Promise<Json<TemplatesResponse>> {
    return this.templates.list();
  }

  /** Reads a template. */
  @Get(':id')
  @Endpoint({ id: 'getTemplate', permission: 'NONE', params, response })
  get(@Param('id', IdPipe) id: number): Promise<Json<TemplateResponse>> {
    return this.templates.get(id);
  }

  /**
   * Makes a template from a feature or a project that exists. Everybody can read it. The features
   * in it are off; release plans, schedules and who has access are no part of it.
   */
  @Post()
  @Endpoint({
    id: 'createTemplate',
    cost: 'heavy',
    permission,
    status: 201,
    response,
    location: (template: string) => `templates/${(JSON.parse(template) as TemplateResponse).id}`,
    refusals: [404, 409],
  })
  create(
    @Body() dto: CreateTemplateDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<TemplateResponse>> {
    return this.templates.create(dto, caller, reader);
  }

  /** Changes a template. What was made from it stays as it is. */
  @Put(':id')
  @Endpoint({ id: 'updateTemplate', permission, params, response, refusals: [409], bodyLimit })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: UpdateTemplateDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<TemplateResponse>> {
    return this.templates.update(id, dto, caller);
  }

  /** Deletes a template. What was made from it stays. */
  @Delete(':id')
  @Endpoint({ id: 'deleteTemplate', permission, params, status: 204 })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.templates.delete(id, caller);
  }

  /**
   * Makes a feature, or a project with its features, from a template: all of it or nothing. Needs
   * the permissions of the operations that make it one by one.
   */
  @Post(':id/use')
  @Endpoint({
    id: 'useTemplate',
    cost: 'heavy',
    permission: 'NONE',
    params,
    response: UsedTemplateResponse,
    refusals: [403, 409],
  })
  use(
    @Param('id', IdPipe) id: number,
    @Body() dto: UseTemplateDto,
    @CurrentCaller() caller: Caller,
  ): Promise<UsedTemplateResponse> {
    return this.templates.use(id, dto, caller);
  }
}

import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { ReleasePlanTemplateDto, ReleasePlanTemplateResponse } from '../release-plan.dto.js';
import { TemplateReadModel } from './template.read-model.js';
import { TemplateService } from './template.service.js';

const params = { templateId: 'UUID of the template.' };
const response = ReleasePlanTemplateResponse;
const bodyLimit = 1_048_576;

/** Templates of release plans: rollouts in milestones, for features of all projects. */
@ApiTags('Release Templates')
@Controller('api/admin/release-plan-templates')
export class TemplateController {
  constructor(
    private readonly templates: TemplateService,
    private readonly reads: TemplateReadModel,
  ) {}

  /**
   * Lists the templates that are not archived, by name, with their milestones but without
   * strategies.
   */
  @Get()
  @Endpoint({ id: 'getReleaseTemplates', permission: 'NONE', response: [response] })
  list(): Promise<Json<ReleasePlanTemplateResponse[]>> {
    return this.reads.list();
  }

  /** Creates a template. There can be 200. */
  @Post()
  @Endpoint({
    id: 'createReleaseTemplate',
    permission: 'RELEASE_PLAN_TEMPLATE_CREATE',
    response,
    bodyLimit,
    refusals: [404, 409],
  })
  async create(
    @Body() dto: ReleasePlanTemplateDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanTemplateResponse>> {
    return this.reads.get(await this.templates.create(dto, caller));
  }

  /** Archives a template, so that it is no longer listed and used. Its plans stay. */
  @Post('archive/:templateId')
  @Endpoint({ id: 'archiveReleaseTemplate', permission: 'RELEASE_PLAN_TEMPLATE_DELETE', params })
  archive(@Param('templateId') templateId: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.templates.archive(templateId, caller);
  }

  /** Reads a template with its milestones and their strategies, also when it is archived. */
  @Get(':templateId')
  @Endpoint({ id: 'getReleaseTemplate', permission: 'NONE', params, response })
  get(@Param('templateId') templateId: string): Promise<Json<ReleasePlanTemplateResponse>> {
    return this.reads.get(templateId);
  }

  /**
   * Replaces a template; omitted description and milestones stay. Milestones and strategies with
   * the ids of present ones replace these. Plans that were made from the template stay as they are.
   */
  @Put(':templateId')
  @Endpoint({
    id: 'updateReleaseTemplate',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params,
    response,
    bodyLimit,
    refusals: [409],
  })
  async update(
    @Param('templateId') templateId: string,
    @Body() dto: ReleasePlanTemplateDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ReleasePlanTemplateResponse>> {
    await this.templates.change(templateId, () => dto, caller);
    return this.reads.get(templateId);
  }

  /** Deletes a template. Plans that were made from it stay. */
  @Delete(':templateId')
  @Endpoint({ id: 'deleteReleaseTemplate', permission: 'RELEASE_PLAN_TEMPLATE_DELETE', params })
  delete(@Param('templateId') templateId: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.templates.delete(templateId, caller);
  }
}

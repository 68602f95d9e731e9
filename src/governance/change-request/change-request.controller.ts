import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiBody, ApiExtraModels, getSchemaPath, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { ProjectEnvironmentParams, ProjectParams } from '../../flags/project/project.dto.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import {
  ChangeDto,
  ChangeRequestPageQuery,
  ChangeRequestSearchQuery,
  OpenChangeRequestPageQuery,
  ScheduledChangeRequestPageQuery,
} from './change-request.dto.js';
import { ChangeRequestReadModel } from './change-request.read-model.js';
import {
  ActionableChangeRequestsResponse,
  ChangeRequestCountResponse,
  ChangeRequestResponse,
  ChangeRequestSearchResponse,
  ScheduledChangeRequestResponse,
} from './change-request.response.js';
import { DraftService } from './draft.service.js';

/** Documents a body that is one change, or a list of changes. */
function ApiChangesBody(): MethodDecorator {
  const change = { $ref: getSchemaPath(ChangeDto) };
  return applyDecorators(
    ApiExtraModels(ChangeDto),
    ApiBody({ schema: { oneOf: [change, { type: 'array', items: change }] } }),
  );
}

const params = { id: 'Id of the change request.' };
const changeParams = {
  changeRequestId: 'Id of the change request.',
  changeId: 'Id of the change.',
};
const response = ChangeRequestResponse;

/** Reads change requests, and changes their contents. */
@ApiTags('Change Requests')
@Controller('api/admin/projects/:projectId')
export class ChangeRequestController {
  constructor(
    private readonly drafts: DraftService,
    private readonly reads: ChangeRequestReadModel,
  ) {}

  /**
   * Adds changes to the caller's draft in an environment that requires approvals, and creates the
   * draft if there is none. Requires the permissions of the same changes made directly. A change
   * that could not be made is refused with the error of the direct operation.
   */
  @Post('environments/:environment/change-requests')
  @Endpoint({
    id: 'changeRequest',
    cost: 'heavy',
    proposes: true,
    permission: 'NONE',
    response,
    refusals: [409],
  })
  @ApiChangesBody()
  async add(
    @Param() at: ProjectEnvironmentParams,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse>> {
    const id = await this.drafts.add(at, body, caller);
    return this.reads.get({ projectId: at.projectId, id }, caller);
  }

  /**
   * Lists the change requests of a project, newest first. Drafts of others are left out. A page
   * ends early when its change requests have more than about 500 changes and comments, or
   * half a megabyte; the next one starts at the `offset` plus the number received.
   */
  @Get('change-requests')
  @Endpoint({
    id: 'getChangeRequestsForProject',
    cost: 'heavy',
    permission: 'NONE',
    response: [ChangeRequestResponse],
  })
  list(
    @Param() { projectId }: ProjectParams,
    @Query() page: ChangeRequestPageQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    return this.reads.list(projectId, page, caller);
  }

  /** Lists the scheduled change requests of a project by their time. */
  @Get('change-requests/scheduled')
  @Endpoint({
    id: 'getScheduledChangeRequests',
    permission: 'NONE',
    response: [ScheduledChangeRequestResponse],
    neverRefuses: [400],
  })
  scheduled(
    @Param() { projectId }: ProjectParams,
    @Query() page: ScheduledChangeRequestPageQuery,
  ): Promise<Json<ScheduledChangeRequestResponse[]>> {
    return this.reads.listScheduled(projectId, page);
  }

  /** Counts the change requests of a project by state. Drafts of others are left out. */
  @Get('change-requests/count')
  @Endpoint({
    id: 'getChangeRequestsCount',
    permission: 'NONE',
    response: ChangeRequestCountResponse,
  })
  count(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestCountResponse>> {
    return this.reads.count(projectId, caller);
  }

  /**
   * Lists the open change requests that the caller has created in a project, newest first. A page
   * can end early like that of all.
   */
  @Get('change-requests/pending')
  @Endpoint({
    id: 'getPendingChangeRequestsForUser',
    cost: 'heavy',
    permission: 'NONE',
    response: [ChangeRequestResponse],
    neverRefuses: [400],
  })
  pending(
    @Param() { projectId }: ProjectParams,
    @Query() page: OpenChangeRequestPageQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    return this.reads.listOfCaller(projectId, page, caller);
  }

  /**
   * Lists the open change requests that change a feature, newest first. A page can end early like
   * that of all.
   */
  @Get('change-requests/pending/:featureName')
  @Endpoint({
    id: 'getPendingChangeRequestsForFeature',
    cost: 'heavy',
    permission: 'NONE',
    response: [ChangeRequestResponse],
    params: { featureName: 'Name of the feature.' },
    neverRefuses: [400],
  })
  pendingOfFeature(
    @Param() { projectId }: ProjectParams,
    @Param('featureName') featureName: string,
    @Query() page: OpenChangeRequestPageQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse[]>> {
    return this.reads.listOfFeature(projectId, featureName, page, caller);
  }

  /** Counts the change requests of a project that the caller can approve or apply. */
  @Get('change-requests/actionable')
  @Endpoint({
    id: 'getActionableChangeRequests',
    permission: 'NONE',
    response: ActionableChangeRequestsResponse,
  })
  actionable(
    @Param() { projectId }: ProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<ActionableChangeRequestsResponse> {
    return this.reads.countActionable(projectId, caller);
  }

  /** Reads a change request, with the conflicts of its changes. */
  @Get('change-requests/:id')
  @Endpoint({ id: 'getChangeRequest', cost: 'heavy', permission: 'NONE', response, params })
  get(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse>> {
    return this.reads.get({ projectId, id }, caller);
  }

  /** Deletes a draft of the caller. */
  @Delete('change-requests/:id')
  @Endpoint({
    id: 'deleteChangeRequest',
    proposes: true,
    permission: 'NONE',
    params,
    refusals: [409],
  })
  discard(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.drafts.discard({ projectId, id }, caller);
  }

  /**
   * Replaces a change of a change request of the caller. The request has to be reviewed again, and
   * the present version of what the change touches is remembered.
   */
  @Put('change-requests/:changeRequestId/changes/:changeId')
  @Endpoint({
    id: 'editChange',
    cost: 'heavy',
    proposes: true,
    permission: 'NONE',
    response,
    params: changeParams,
    refusals: [409],
  })
  @ApiBody({ type: ChangeDto })
  async edit(
    @Param() { projectId }: ProjectParams,
    @Param('changeRequestId', IdPipe) id: number,
    @Param('changeId', IdPipe) changeId: number,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestResponse>> {
    await this.drafts.edit({ projectId, id }, changeId, body, caller);
    return this.reads.get({ projectId, id }, caller);
  }

  /** Removes a change from a change request of the caller, which has to be reviewed again. */
  @Delete('change-requests/:changeRequestId/changes/:changeId')
  @Endpoint({
    id: 'deleteChange',
    proposes: true,
    permission: 'NONE',
    params: changeParams,
    refusals: [409],
  })
  removeChange(
    @Param() { projectId }: ProjectParams,
    @Param('changeRequestId', IdPipe) id: number,
    @Param('changeId', IdPipe) changeId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.drafts.removeChange({ projectId, id }, changeId, caller);
  }
}

/** Finds change requests. */
@ApiTags('Change Requests')
@Controller('api/admin/search/change-requests')
export class ChangeRequestSearchController {
  constructor(private readonly reads: ChangeRequestReadModel) {}

  /** Finds change requests of all projects that the caller can see, newest first. */
  @Get()
  @Endpoint({
    id: 'searchChangeRequests',
    cost: 'heavy',
    permission: 'NONE',
    response: ChangeRequestSearchResponse,
  })
  search(
    @Query() query: ChangeRequestSearchQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestSearchResponse>> {
    return this.reads.search(query, caller);
  }
}

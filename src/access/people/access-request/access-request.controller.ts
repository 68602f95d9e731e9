import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  AccessApprovalDto,
  AccessDecisionDto,
  AccessRequestResponse,
  AccessRequestsParams,
  AccessRequestsResponse,
  CreateAccessRequestDto,
  ProjectAccessRequestsResponse,
} from './access-request.dto.js';
import { AccessRequestService } from './access-request.service.js';

const permission = 'PROJECT_USER_ACCESS_WRITE';
const OF_PROJECT = 'api/admin/projects/:projectId/access-requests';
const params = { id: 'Id of the request, a whole number.' };
const response = AccessRequestResponse;

/** Roles in projects that people ask for, and get for a time. */
@ApiTags('Access requests')
@Controller()
export class AccessRequestController {
  constructor(private readonly requests: AccessRequestService) {}

  /** Lists the caller's own requests for access, and those that wait for the caller. */
  @Get('api/admin/access-requests')
  @Endpoint({ id: 'getAccessRequests', permission: 'NONE', response: AccessRequestsResponse })
  concerning(@CurrentCaller() caller: Caller): Promise<Json<AccessRequestsResponse>> {
    return this.requests.concerning(caller);
  }

  /**
   * Lists the requests for access to a project, and the roles that can be asked for. Without
   * permission to see the access to the project, the list has the caller's own only.
   */
  @Get(OF_PROJECT)
  @Endpoint({
    id: 'getProjectAccessRequests',
    permission: 'NONE',
    response: ProjectAccessRequestsResponse,
  })
  list(
    @Param() { projectId }: AccessRequestsParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ProjectAccessRequestsResponse>> {
    return this.requests.list(projectId, caller);
  }

  /**
   * Asks for a role in a project for a time. Somebody else who may give the role decides. Roles
   * with an end do not allow giving access or creating API tokens, which would outlive them.
   */
  @Post(OF_PROJECT)
  @Endpoint({
    id: 'createAccessRequest',
    permission: 'NONE',
    status: 201,
    response,
    location: (request: string) =>
      `access-requests/${(JSON.parse(request) as AccessRequestResponse).id}`,
    refusals: [403, 409],
  })
  ask(
    @Param() { projectId }: AccessRequestsParams,
    @Body() dto: CreateAccessRequestDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    return this.requests.ask(projectId, dto, caller);
  }

  /**
   * Gives the role to whoever asked, from now on and for the time that they asked for, or less. It
   * ends by itself, and when one of both is deleted. Nobody approves their own request, or more
   * than they could give themselves for good.
   */
  @Post(`${OF_PROJECT}/:id/approve`)
  @Endpoint({
    id: 'approveAccessRequest',
    confirm: 'sensitive',
    permission,
    params,
    response,
    refusals: [409],
  })
  approve(
    @Param() { projectId }: AccessRequestsParams,
    @Param('id', IdPipe) id: number,
    @Body() dto: AccessApprovalDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    return this.requests.approve({ projectId, id }, dto, caller);
  }

  /** Denies a request for access. */
  @Post(`${OF_PROJECT}/:id/deny`)
  @Endpoint({ id: 'denyAccessRequest', permission, params, response, refusals: [409] })
  deny(
    @Param() { projectId }: AccessRequestsParams,
    @Param('id', IdPipe) id: number,
    @Body() dto: AccessDecisionDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    return this.requests.deny({ projectId, id }, dto, caller);
  }

  /**
   * Withdraws the caller's own request, or gives their role back before its time. Who may change
   * the access to the project ends roles of others.
   */
  @Post(`${OF_PROJECT}/:id/end`)
  @Endpoint({
    id: 'endAccessRequest',
    permission: 'NONE',
    params,
    response,
    refusals: [403, 409],
  })
  end(
    @Param() { projectId }: AccessRequestsParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<AccessRequestResponse>> {
    return this.requests.end({ projectId, id }, caller);
  }
}

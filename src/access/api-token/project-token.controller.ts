import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CreateApiTokenDto } from './token.dto.js';
import { ProjectTokenParams, TokenProjectParams } from './token.params.js';
import { TokenReadModel } from './token.read-model.js';
import { ApiTokenResponse, ApiTokensResponse } from './token.response.js';
import { TokenService } from './token.service.js';

const tag = 'Projects';

/** API tokens that are limited to one project. */
@Controller('api/admin/projects/:projectId/api-tokens')
export class ProjectTokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly reads: TokenReadModel,
  ) {}

  /** Lists the tokens that are limited to this project, without their secrets. */
  @Get()
  @Endpoint({
    id: 'getProjectApiTokens',
    tag,
    permission: 'READ_PROJECT_API_TOKEN',
    response: ApiTokensResponse,
    refusals: [404],
  })
  list(
    @Param() { projectId }: TokenProjectParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ApiTokensResponse>> {
    return this.reads.ofProject(projectId, caller);
  }

  /** Creates a token that is limited to this project. Only this response contains its secret. */
  @Post()
  @Endpoint({
    id: 'createProjectApiToken',
    secrets: ['secret'],
    confirm: 'sensitive',
    tag,
    permission: 'CREATE_PROJECT_API_TOKEN',
    status: 201,
    response: ApiTokenResponse,
    location: () => 'api-tokens',
    refusals: [400, 404, 413, 415],
  })
  create(
    @Param() { projectId }: TokenProjectParams,
    @Body() dto: CreateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ApiTokenResponse> {
    return this.tokens.createInProject(projectId, dto, caller);
  }

  /** Revokes a token that is limited to this project. */
  @Delete(':token')
  @Endpoint({
    id: 'deleteProjectApiToken',
    tag,
    permission: 'DELETE_PROJECT_API_TOKEN',
    refusals: [404],
  })
  delete(@Param() at: ProjectTokenParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.deleteInProject(at, caller);
  }
}

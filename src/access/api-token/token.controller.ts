import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  type CalledRequest,
  CurrentCaller,
  CurrentReader,
} from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { anyPermissionFor } from './token-permission.js';
import {
  ApiTokensResponse,
  CreateApiTokenDto,
  CreatedApiTokenResponse,
  ProjectTokenParams,
  TokenListDto,
  TokenNameParams,
  TokenParams,
  TokenProjectParams,
  TokenSearchQuery,
  TokenSearchResponse,
  UpdateApiTokenDto,
  ValidTokensResponse,
} from './token.dto.js';
import { TokenReadModel, TokenSearchReadModel } from './token.read-model.js';
import { TokenService } from './token.service.js';
import { EdgeTokens } from './edge-tokens.js';

/** All API tokens of the instance. */
@ApiTags('API tokens')
@Controller('api/admin/api-tokens')
export class TokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly reads: TokenReadModel,
  ) {}

  /** Lists the tokens of the types that the caller may read, without their secrets. */
  @Get()
  @Endpoint({
    id: 'getAllApiTokens',
    permission: anyPermissionFor('READ'),
    response: ApiTokensResponse,
  })
  list(@CurrentCaller() caller: Caller): Promise<Json<ApiTokensResponse>> {
    return this.reads.list(caller);
  }

  /** Lists the tokens with a name, or the one token with a masked secret. */
  @Get(':token')
  @Endpoint({
    id: 'getApiTokensByName',
    permission: anyPermissionFor('READ'),
    response: ApiTokensResponse,
  })
  named(
    @Param() { token }: TokenNameParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ApiTokensResponse>> {
    return this.reads.named(token, caller);
  }

  /** Creates a token. Only this response contains its secret. */
  @Post()
  @Endpoint({
    id: 'createApiToken',
    secrets: ['secret'],
    confirm: 'sensitive',
    permission: anyPermissionFor('CREATE'),
    status: 201,
    response: CreatedApiTokenResponse,
    location: () => 'api-tokens',
  })
  create(
    @Body() dto: CreateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<CreatedApiTokenResponse> {
    return this.tokens.create(dto, caller);
  }

  /**
   * Changes when a token expires, and from which addresses it can be used, within a second on all
   * instances. Does nothing when no token matches, except that an unknown
   * masked secret is answered with 404.
   */
  @Put(':token')
  @Endpoint({ id: 'updateApiToken', confirm: 'sensitive', permission: anyPermissionFor('UPDATE') })
  update(
    @Param() { token }: TokenParams,
    @Body() dto: UpdateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tokens.update(token, dto, caller);
  }

  /**
   * Revokes a token. Does nothing when no token matches, except that an unknown masked secret is
   * answered with 404.
   */
  @Delete(':token')
  @Endpoint({ id: 'deleteApiToken', permission: anyPermissionFor('DELETE') })
  delete(@Param() { token }: TokenParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(token, caller);
  }
}

/** API tokens that are limited to one project. */
@ApiTags('Projects')
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
    permission: 'READ_PROJECT_API_TOKEN',
    response: ApiTokensResponse,
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
    permission: 'CREATE_PROJECT_API_TOKEN',
    status: 201,
    response: CreatedApiTokenResponse,
    location: () => 'api-tokens',
  })
  create(
    @Param() { projectId }: TokenProjectParams,
    @Body() dto: CreateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<CreatedApiTokenResponse> {
    return this.tokens.createInProject(projectId, dto, caller);
  }

  /** Revokes a token that is limited to this project. */
  @Delete(':token')
  @Endpoint({ id: 'deleteProjectApiToken', permission: 'DELETE_PROJECT_API_TOKEN' })
  delete(@Param() at: ProjectTokenParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.deleteInProject(at, caller);
  }
}

/** Searches API tokens. */
@ApiTags('API tokens')
@Controller('api/admin/search/api-tokens')
export class TokenSearchController {
  constructor(private readonly search: TokenSearchReadModel) {}

  /**
   * Finds the tokens of the types that the caller may read by a part of their name, type,
   * environment or projects, in pages and without their secrets.
   */
  @Get()
  @Endpoint({
    id: 'findApiTokens',
    cost: 'search',
    permission: anyPermissionFor('READ'),
    response: TokenSearchResponse,
    refusals: [429],
  })
  find(
    @Query() query: TokenSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<TokenSearchResponse>> {
    return this.search.find(query, caller, reader);
  }
}

/** The endpoint that edge servers call. */
@ApiTags('Edge')
@Controller('edge')
export class EdgeController {
  constructor(private readonly tokens: EdgeTokens) {}

  /** Validates tokens, and returns what each valid one gives access to. */
  @Post('validate')
  @Endpoint({
    id: 'getValidTokens',
    permission: 'PUBLIC',
    response: ValidTokensResponse,
    refusals: [403, 429],
  })
  validate(
    @Body() { tokens }: TokenListDto,
    @Req() request: CalledRequest,
  ): Promise<ValidTokensResponse> {
    return this.tokens.valid(tokens, request);
  }
}

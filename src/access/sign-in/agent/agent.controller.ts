import { Body, Controller, Get, Inject, Ip, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { AgentAuthorizations, SCOPE } from './agent-authorizations.js';
import {
  AgentQuery,
  AgentResponse,
  AgentTokenDto,
  AgentTokenResponse,
  AllowAgentDto,
  AllowedAgentResponse,
  AuthorizationServerResponse,
  OAuthErrorResponse,
  ProtectedResourceResponse,
  RegisterClientDto,
  RegisteredClientResponse,
} from './agent.dto.js';

const forClients = { permission: 'PUBLIC' } as const;
const protectedResource = {
  ...forClients,
  response: ProtectedResourceResponse,
} as const;

/** Gives agents tokens, once people allow it. */
@ApiTags('Auth')
@Controller()
export class OAuthController {
  constructor(
    private readonly authorizations: AgentAuthorizations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Says where agents get tokens for the MCP endpoint (RFC 9728). */
  @Get('.well-known/oauth-protected-resource')
  @Endpoint({ ...protectedResource, id: 'getProtectedResource' })
  resource(): ProtectedResourceResponse {
    const { publicUrl } = this.config;
    return {
      resource: `${publicUrl}/mcp`,
      authorization_servers: [publicUrl],
      bearer_methods_supported: ['header'],
      scopes_supported: [SCOPE],
    };
  }

  /** Says where agents get tokens, at the address that belongs to the MCP endpoint (RFC 9728). */
  @Get('.well-known/oauth-protected-resource/mcp')
  @Endpoint({ ...protectedResource, id: 'getProtectedResourceOfMcp' })
  resourceOfMcp(): ProtectedResourceResponse {
    return this.resource();
  }

  /** Says how agents get tokens (RFC 8414). */
  @Get('.well-known/oauth-authorization-server')
  @Endpoint({
    ...forClients,
    id: 'getAuthorizationServer',
    response: AuthorizationServerResponse,
  })
  server(): AuthorizationServerResponse {
    const { publicUrl } = this.config;
    return {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/allow-agent`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      scopes_supported: [SCOPE],
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  /** Registers a client (RFC 7591). Nothing is stored, so it need not be registered again. */
  @Post('oauth/register')
  @Endpoint({
    ...forClients,
    id: 'registerAgent',
    reads: true,
    status: 201,
    response: RegisteredClientResponse,
    refusal: OAuthErrorResponse,
  })
  register(@Body() dto: RegisterClientDto): RegisteredClientResponse {
    return this.authorizations.register(dto);
  }

  /** Exchanges the code that a person gave an agent for a token, once. */
  @Post('oauth/token')
  @Endpoint({
    ...forClients,
    id: 'getAgentToken',
    secrets: ['access_token'],
    form: true,
    response: AgentTokenResponse,
    refusal: OAuthErrorResponse,
    refusals: [429],
  })
  token(@Body() dto: AgentTokenDto, @Ip() address: string): Promise<AgentTokenResponse> {
    return this.authorizations.exchange(dto, address);
  }
}

/** Lets people allow agents to read and propose. */
@ApiTags('Agents')
@Controller('api/admin/user/agents')
export class AgentController {
  constructor(private readonly authorizations: AgentAuthorizations) {}

  /** Says which agent asks the person. */
  @Get()
  @Endpoint({ id: 'getAgent', permission: 'NONE', response: AgentResponse })
  describe(@Query() query: AgentQuery): AgentResponse {
    return this.authorizations.describe(query);
  }

  /** Allows an agent to read and propose as the signed-in person, for eight hours. */
  @Post()
  @Endpoint({
    id: 'allowAgent',
    secrets: ['redirect'],
    ofAccount: true,
    confirm: 'sensitive',
    permission: 'NONE',
    response: AllowedAgentResponse,
    refusals: [409],
  })
  async allow(
    @Body() dto: AllowAgentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<AllowedAgentResponse> {
    return { redirect: await this.authorizations.allow(dto, caller) };
  }
}

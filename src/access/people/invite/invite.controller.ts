import { Body, Controller, Get, Ip, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { UserAndRoleResponse } from '../user/user.response.js';
import {
  CreateInviteDto,
  InviteParams,
  InviteResponse,
  InvitesResponse,
  SignUpDto,
  UpdateInviteDto,
} from './invite.dto.js';
import { InviteService } from './invite.service.js';

const permission = 'ADMIN';
const TOKENS = 'api/admin/invite-link/tokens';

/** Manages invite links, through which people sign up on their own. */
@ApiTags('Public signup tokens')
@Controller()
export class InviteController {
  constructor(private readonly invites: InviteService) {}

  /** Lists all invite links. */
  @Get(TOKENS)
  @Endpoint({ id: 'getAllPublicSignupTokens', permission, response: InvitesResponse })
  list(): Promise<Json<InvitesResponse>> {
    return this.invites.list();
  }

  /**
   * Creates an invite link. Everybody who signs up through it becomes a Viewer. Only this response
   * contains the link.
   */
  @Post(TOKENS)
  @Endpoint({
    id: 'createPublicSignupToken',
    secrets: ['secret', 'url'],
    confirm: 'sensitive',
    permission,
    status: 201,
    response: InviteResponse,
    location: ({ secret }: InviteResponse) => `tokens/${secret}`,
  })
  create(@Body() dto: CreateInviteDto, @CurrentCaller() caller: Caller): Promise<InviteResponse> {
    return this.invites.create(dto, caller);
  }

  /** Reads an invite link. */
  @Get(`${TOKENS}/:token`)
  @Endpoint({ id: 'getPublicSignupToken', permission, response: InviteResponse })
  get(@Param() { token }: InviteParams): Promise<Json<InviteResponse>> {
    return this.invites.get(token);
  }

  /** Changes the expiry of an invite link, or enables or disables it. */
  @Put(`${TOKENS}/:token`)
  @Endpoint({
    id: 'updatePublicSignupToken',
    confirm: 'sensitive',
    permission,
    response: InviteResponse,
  })
  update(
    @Param() { token }: InviteParams,
    @Body() dto: UpdateInviteDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<InviteResponse>> {
    return this.invites.update(token, dto, caller);
  }

  /** Checks an invite link: 200 when it is valid, 400 otherwise. */
  @Get('invite/:token/validate')
  @Endpoint({
    id: 'validatePublicSignupToken',
    permission: 'PUBLIC',
    refusals: [400],
    neverRefuses: [404],
  })
  validate(@Param() { token }: InviteParams): Promise<void> {
    return this.invites.requireWorking(token);
  }

  /** Signs up a new user through an invite link. */
  @Post('invite/:token/signup')
  @Endpoint({
    id: 'addPublicSignupTokenUser',
    permission: 'PUBLIC',
    status: 201,
    response: UserAndRoleResponse,
    refusals: [403, 429],
    neverRefuses: [404],
  })
  signUp(
    @Param() { token }: InviteParams,
    @Body() dto: SignUpDto,
    @Ip() address: string,
  ): Promise<UserAndRoleResponse> {
    return this.invites.signUp(token, dto, address);
  }
}

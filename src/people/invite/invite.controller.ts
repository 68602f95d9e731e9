import { Body, Controller, Get, Ip, Param, Post, Put } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { CurrentCaller } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller/caller.js';
import { UserAndRoleResponse } from '../user/user.response.js';
import { CreateInviteDto, SignUpDto, UpdateInviteDto } from './invite.dto.js';
import { InviteParams } from './invite.params.js';
import { InviteResponse, InvitesResponse } from './invite.response.js';
import { InviteService } from './invite.service.js';

const tag = 'Public signup tokens';
const permission = 'ADMIN';
const TOKENS = 'api/admin/invite-link/tokens';

/** Links by which people sign up by themselves. */
@Controller()
export class InviteController {
  constructor(private readonly invites: InviteService) {}

  /** Lists all invite links. */
  @Get(TOKENS)
  @Endpoint({ id: 'getAllPublicSignupTokens', tag, permission, response: InvitesResponse })
  list(): Promise<Json<InvitesResponse>> {
    return this.invites.list();
  }

  /**
   * Creates an invite link. Whoever signs up by it becomes a Viewer. This answer is the only one
   * that ever shows the link.
   */
  @Post(TOKENS)
  @Endpoint({
    id: 'createPublicSignupToken',
    confirm: 'sensitive',
    tag,
    permission,
    status: 201,
    response: InviteResponse,
    location: ({ secret }: InviteResponse) => `tokens/${secret}`,
    refusals: [400, 413, 415],
  })
  create(@Body() dto: CreateInviteDto, @CurrentCaller() caller: Caller): Promise<InviteResponse> {
    return this.invites.create(dto, caller);
  }

  /** Shows an invite link. */
  @Get(`${TOKENS}/:token`)
  @Endpoint({
    id: 'getPublicSignupToken',
    tag,
    permission,
    response: InviteResponse,
    refusals: [404],
  })
  get(@Param() { token }: InviteParams): Promise<Json<InviteResponse>> {
    return this.invites.get(token);
  }

  /** Changes when an invite link stops working, or whether it works. */
  @Put(`${TOKENS}/:token`)
  @Endpoint({
    id: 'updatePublicSignupToken',
    confirm: 'sensitive',
    tag,
    permission,
    response: InviteResponse,
    refusals: [400, 404, 413, 415],
  })
  update(
    @Param() { token }: InviteParams,
    @Body() dto: UpdateInviteDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<InviteResponse>> {
    return this.invites.update(token, dto, caller);
  }

  /** Tells by its status whether an invite link works. */
  @Get('invite/:token/validate')
  @Endpoint({ id: 'validatePublicSignupToken', tag, permission: 'PUBLIC', refusals: [400] })
  validate(@Param() { token }: InviteParams): Promise<void> {
    return this.invites.requireWorking(token);
  }

  /** Makes a user of somebody who came by an invite link. */
  @Post('invite/:token/signup')
  @Endpoint({
    id: 'addPublicSignupTokenUser',
    tag,
    permission: 'PUBLIC',
    status: 201,
    response: UserAndRoleResponse,
    refusals: [400, 403, 413, 415, 429],
  })
  signUp(
    @Param() { token }: InviteParams,
    @Body() dto: SignUpDto,
    @Ip() address: string,
  ): Promise<UserAndRoleResponse> {
    return this.invites.signUp(token, dto, address);
  }
}

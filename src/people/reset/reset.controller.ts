import { Body, Controller, Get, Ip, Post, Query } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { PasswordRules } from '../user/password-rules.js';
import { PasswordDto } from '../user/user.dto.js';
import { ChoosePasswordDto, EmailDto, ResetTokenDto } from '../user/reset.dto.js';
import { TokenUserResponse } from '../user/reset.response.js';
import { ResetMails } from './reset-mails.js';
import { ResetService } from './reset.service.js';

const tag = 'Auth';
const permission = 'PUBLIC';

/** Choosing a password by a one-time link. */
@Controller('auth/reset')
export class ResetController {
  constructor(
    private readonly resets: ResetService,
    private readonly mails: ResetMails,
    private readonly rules: PasswordRules,
  ) {}

  /** Tells whose password a link is for. */
  @Get('validate')
  @Endpoint({
    id: 'validateToken',
    tag,
    permission,
    response: TokenUserResponse,
    refusals: [400, 401],
  })
  validate(@Query() { token }: ResetTokenDto): Promise<Json<TokenUserResponse>> {
    return this.resets.read(token);
  }

  /**
   * Gives the user of a link a new password, ends all the user's sessions, and uses the link up.
   */
  @Post('password')
  @Endpoint({ id: 'changePassword', tag, permission, refusals: [400, 401, 403, 413, 415, 429] })
  password(@Body() dto: ChoosePasswordDto, @Ip() address: string): Promise<void> {
    return this.resets.choose(dto, address);
  }

  /** Tells whether a password is strong enough. */
  @Post('validate-password')
  @Endpoint({ id: 'validatePassword', tag, permission, refusals: [400, 403, 413, 415] })
  validatePassword(@Body() { password }: PasswordDto): void {
    this.rules.require(password);
  }

  /**
   * Sends a user the link to choose a new password by, where a mail server is configured; otherwise
   * administrators hand out the links. The answer is the same, and comes as fast, whether there is
   * such a user or not.
   */
  @Post('password-email')
  @Endpoint({ id: 'sendResetPasswordEmail', tag, permission, refusals: [400, 403, 413, 415, 429] })
  email(@Body() { email }: EmailDto, @Ip() address: string): Promise<void> {
    return this.mails.request(email, address);
  }
}

import { Body, Controller, Get, Ip, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { PasswordRules } from '../user/password-rules.js';
import { PasswordDto } from '../user/user.dto.js';
import { ChoosePasswordDto, EmailDto, ResetTokenDto, TokenUserResponse } from './reset.dto.js';
import { ResetMails } from './reset-mails.js';
import { ResetService } from './reset.service.js';

const permission = 'PUBLIC';

/** Sets passwords through one-time links. */
@ApiTags('Auth')
@Controller('auth/reset')
export class ResetController {
  constructor(
    private readonly resets: ResetService,
    private readonly mails: ResetMails,
    private readonly rules: PasswordRules,
  ) {}

  /** Returns the user that a link is for. */
  @Get('validate')
  @Endpoint({ id: 'validateToken', permission, response: TokenUserResponse, refusals: [401] })
  validate(@Query() { token = '' }: ResetTokenDto): Promise<Json<TokenUserResponse>> {
    return this.resets.read(token);
  }

  /**
   * Sets the password of the user of a link, ends all sessions of the user, and invalidates the
   * link.
   */
  @Post('password')
  @Endpoint({ id: 'changePassword', permission, refusals: [401, 403, 429] })
  password(@Body() dto: ChoosePasswordDto, @Ip() address: string): Promise<void> {
    return this.resets.choose(dto, address);
  }

  /** Checks whether a password is strong enough. */
  @Post('validate-password')
  @Endpoint({ id: 'validatePassword', permission, refusals: [403] })
  validatePassword(@Body() { password }: PasswordDto): void {
    this.rules.require(password);
  }

  /**
   * Sends a user a link for setting a new password, if a mail server is configured; otherwise
   * administrators create links. The response and its timing do not reveal whether the user exists.
   */
  @Post('password-email')
  @Endpoint({ id: 'sendResetPasswordEmail', permission, refusals: [403, 429] })
  email(@Body() { email }: EmailDto, @Ip() address: string): Promise<void> {
    return this.mails.request(email, address);
  }
}

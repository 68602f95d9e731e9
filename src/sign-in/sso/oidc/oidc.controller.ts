import { Body, Controller, Get, Ip, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint } from '../../../http/endpoint.js';
import { CurrentCaller } from '../../../auth/access.guard.js';
import type { Caller } from '../../../auth/caller/caller.js';
import { browserOf } from '../../session/browser.js';
import { searchOf } from '../login/search.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcSettingsDto } from './oidc-settings.dto.js';
import { OidcSettingsResponse } from './oidc-settings.response.js';
import { OidcSettingsService } from './oidc-settings.service.js';

const tag = 'Auth';
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

/** Signing in with OpenID Connect. */
@Controller()
export class OidcController {
  constructor(
    private readonly settings: OidcSettingsService,
    private readonly logins: OidcLoginService,
  ) {}

  /**
   * Shows how people sign in with OpenID Connect. The secret is shown to the token alone that gave
   * it.
   */
  @Get('api/admin/auth/oidc/settings')
  @Endpoint({ id: 'getOidcSettings', tag, permission, response: OidcSettingsResponse })
  get(@CurrentCaller() caller: Caller): Promise<OidcSettingsResponse> {
    return this.settings.get(caller);
  }

  /**
   * Sets how people sign in with OpenID Connect. What is left out goes back to its preset, but for
   * the secret, which stays.
   */
  @Post('api/admin/auth/oidc/settings')
  @Endpoint({
    id: 'setOidcSettings',
    confirm: 'sensitive',
    tag,
    permission,
    response: OidcSettingsResponse,
    refusals: [400, 413, 415],
  })
  set(
    @Body() dto: OidcSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<OidcSettingsResponse> {
    return this.settings.set(dto, caller);
  }

  /** Leads a browser to the provider to sign in there. */
  @Get('auth/oidc/login')
  @Endpoint({
    id: 'beginOidcLogin',
    tag,
    permission: 'PUBLIC',
    status: 302,
    refusals: [404, 429, 502],
    refusalPages: true,
  })
  async begin(
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.begin(address));
  }

  /** Where the provider leads the browser back to. Opens a session, and leads to the start page. */
  @Get('auth/oidc/callback')
  @Endpoint({
    id: 'finishOidcLogin',
    tag,
    permission: 'PUBLIC',
    status: 302,
    refusals: [403, 404, 429, 502],
    refusalPages: true,
  })
  async finish(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.finish(searchOf(request), browserOf(request)));
  }
}

import { Body, Controller, Get, Ip, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../../core/auth/current-caller.js';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import { browserOf } from '../../session/session-opener.js';
import { BeginLoginQuery } from '../settings/sso-settings.dto.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcSettingsDto, OidcSettingsResponse } from './oidc-settings.dto.js';
import { OidcSettingsService } from './oidc-settings.service.js';

/** The query string of a request including `?`; empty without one. */
function searchOf({ url }: Pick<Request, 'url'>): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

/** Sign-in with OpenID Connect. */
@ApiTags('Auth')
@Controller()
export class OidcController {
  constructor(
    private readonly settings: OidcSettingsService,
    private readonly logins: OidcLoginService,
  ) {}

  /**
   * Reads the settings of OpenID Connect. The secret is only returned to the API token that set it.
   */
  @Get('api/admin/auth/oidc/settings')
  @Endpoint({ id: 'getOidcSettings', permission, response: OidcSettingsResponse })
  get(@CurrentCaller() caller: Caller): Promise<OidcSettingsResponse> {
    return this.settings.get(caller);
  }

  /**
   * Changes the settings of OpenID Connect. Omitted properties get their default, except the
   * secret, which stays.
   */
  @Post('api/admin/auth/oidc/settings')
  @Endpoint({
    id: 'setOidcSettings',
    secrets: ['secret'],
    confirm: 'sensitive',
    permission,
    response: OidcSettingsResponse,
  })
  set(
    @Body() dto: OidcSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<OidcSettingsResponse> {
    return this.settings.set(dto, caller);
  }

  /** Redirects the browser to the provider to sign in. */
  @Get('auth/oidc/login')
  @Endpoint({
    id: 'beginOidcLogin',
    permission: 'PUBLIC',
    status: 302,
    refusals: [404, 429, 502],
    refusalPages: true,
  })
  async begin(
    @Query() { back }: BeginLoginQuery,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.begin(address, back));
  }

  /** The callback of the provider. Opens a session and redirects to the wanted page. */
  @Get('auth/oidc/callback')
  @Endpoint({
    id: 'finishOidcLogin',
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

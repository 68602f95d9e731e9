import { Body, Controller, Get, Inject, Ip, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import { CurrentCaller } from '../../../../core/auth/current-caller.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import { browserOf } from '../../session/session-opener.js';
import { BeginLoginQuery } from '../settings/sso-settings.dto.js';
import {
  SamlCallbackDto,
  SamlSettingsDto,
  SamlSettingsResponse,
  SamlTicketDto,
} from './saml.dto.js';
import { SamlLoginService } from './saml-login.service.js';
import { SamlSettingsService } from './saml-settings.service.js';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';

const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;

/** A response with many groups exceeds the normal body limit. */
const ANSWER_LIMIT = 524_288;

/** Sign-in with SAML 2.0. */
@ApiTags('Auth')
@Controller()
export class SamlController {
  constructor(
    private readonly settings: SamlSettingsService,
    private readonly logins: SamlLoginService,
  ) {}

  /** Reads the settings of SAML, without the private key. */
  @Get('api/admin/auth/saml/settings')
  @Endpoint({ id: 'getSamlSettings', permission, response: SamlSettingsResponse })
  get(): Promise<SamlSettingsResponse> {
    return this.settings.get();
  }

  /**
   * Changes the settings of SAML. Omitted properties get their default, except the private key,
   * which stays.
   */
  @Post('api/admin/auth/saml/settings')
  @Endpoint({
    id: 'setSamlSettings',
    confirm: 'sensitive',
    permission,
    response: SamlSettingsResponse,
  })
  set(
    @Body() dto: SamlSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SamlSettingsResponse> {
    return this.settings.set(dto, caller);
  }

  /** Redirects the browser to the provider to sign in. */
  @Get('auth/saml/login')
  @Endpoint({
    id: 'beginSamlLogin',
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

  /**
   * The assertion consumer service, to which the browser posts the provider's response. Redirects
   * to the second step.
   */
  @Post('auth/saml/callback')
  @Endpoint({
    id: 'receiveSamlLogin',
    permission: 'PUBLIC',
    status: 303,
    form: true,
    bodyLimit: ANSWER_LIMIT,
    refusals: [403, 404, 429, 502],
    refusalPages: true,
  })
  async receive(
    @Body() { SAMLResponse }: SamlCallbackDto,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.receive(SAMLResponse, address));
  }

  /** Opens a session if this browser started the login, and redirects to the wanted page. */
  @Get('auth/saml/callback')
  @Endpoint({
    id: 'finishSamlLogin',
    permission: 'PUBLIC',
    status: 302,
    refusals: [403, 404, 429, 502],
    refusalPages: true,
  })
  async finish(
    @Query() { ticket }: SamlTicketDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.finish(ticket, browserOf(request)));
  }

  /** Returns the SAML metadata of this service. */
  @Get('auth/saml/metadata')
  @Endpoint({
    id: 'getSamlMetadata',
    permission: 'PUBLIC',
    contentType: 'application/samlmetadata+xml',
    refusals: [404, 502],
    refusalPages: true,
  })
  metadata(): Promise<string> {
    return this.logins.metadata();
  }
}

const path = 'auth/saml/logout/done';

/**
 * The endpoint for responses to logout requests. The user is already signed out here, so nothing
 * needs to be checked.
 */
@ApiTags('Auth')
@Controller()
export class SamlLogoutController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Redirects to the start page. */
  @Get(path)
  @Endpoint({ id: 'finishSamlLogout', permission: 'PUBLIC', status: 302 })
  redirected(@Res({ passthrough: true }) response: Response): void {
    response.set('Location', `${this.config.basePath}/`);
  }

  /** Redirects to the start page. */
  @Post(path)
  @Endpoint({ id: 'finishPostedSamlLogout', permission: 'PUBLIC', status: 303 })
  posted(@Res({ passthrough: true }) response: Response): void {
    response.set('Location', `${this.config.basePath}/`);
  }
}

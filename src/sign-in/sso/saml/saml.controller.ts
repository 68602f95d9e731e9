import { Body, Controller, Get, Ip, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint } from '../../../http/endpoint.js';
import { CurrentCaller } from '../../../auth/access.guard.js';
import type { Caller } from '../../../auth/caller/caller.js';
import { browserOf } from '../../session/browser.js';
import { SamlCallbackDto, SamlTicketDto } from './saml-callback.dto.js';
import { SamlLoginService } from './saml-login.service.js';
import { SamlSettingsDto } from './saml-settings.dto.js';
import { SamlSettingsResponse } from './saml-settings.response.js';
import { SamlSettingsService } from './saml-settings.service.js';

const tag = 'Auth';
const permission = ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'] as const;
/** In base64 and with many groups an answer outgrows what other bodies may have. */
const ANSWER_LIMIT = 524_288;

/** Signing in with SAML 2.0. */
@Controller()
export class SamlController {
  constructor(
    private readonly settings: SamlSettingsService,
    private readonly logins: SamlLoginService,
  ) {}

  /** Shows how people sign in with SAML, without the private key. */
  @Get('api/admin/auth/saml/settings')
  @Endpoint({ id: 'getSamlSettings', tag, permission, response: SamlSettingsResponse })
  get(): Promise<SamlSettingsResponse> {
    return this.settings.get();
  }

  /**
   * Sets how people sign in with SAML. What is left out goes back to its preset, but for the
   * private key, which stays.
   */
  @Post('api/admin/auth/saml/settings')
  @Endpoint({
    id: 'setSamlSettings',
    confirm: 'sensitive',
    tag,
    permission,
    response: SamlSettingsResponse,
    refusals: [400, 413, 415],
  })
  set(
    @Body() dto: SamlSettingsDto,
    @CurrentCaller() caller: Caller,
  ): Promise<SamlSettingsResponse> {
    return this.settings.set(dto, caller);
  }

  /** Leads a browser to the provider to sign in there. */
  @Get('auth/saml/login')
  @Endpoint({
    id: 'beginSamlLogin',
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

  /** Where the provider has the browser post its answer to. Leads to where the person is let in. */
  @Post('auth/saml/callback')
  @Endpoint({
    id: 'receiveSamlLogin',
    tag,
    permission: 'PUBLIC',
    status: 303,
    form: true,
    bodyLimit: ANSWER_LIMIT,
    refusals: [400, 403, 404, 413, 415, 429, 502],
    refusalPages: true,
  })
  async receive(
    @Body() { SAMLResponse }: SamlCallbackDto,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.receive(SAMLResponse, address));
  }

  /** Opens a session for the browser that began, and leads to the start page. */
  @Get('auth/saml/callback')
  @Endpoint({
    id: 'finishSamlLogin',
    tag,
    permission: 'PUBLIC',
    status: 302,
    refusals: [400, 403, 404, 429, 502],
    refusalPages: true,
  })
  async finish(
    @Query() { ticket }: SamlTicketDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.logins.finish(ticket, browserOf(request)));
  }

  /** Describes this service to the provider. */
  @Get('auth/saml/metadata')
  @Endpoint({
    id: 'getSamlMetadata',
    tag,
    permission: 'PUBLIC',
    contentType: 'application/samlmetadata+xml',
    refusals: [404, 502],
    refusalPages: true,
  })
  metadata(): Promise<string> {
    return this.logins.metadata();
  }
}

import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { browserOf } from '../session/session-opener.js';
import { PendingSignIns } from '../session/pending-sign-ins.js';
import { SignInMethodsResponse } from './sign-in-methods.response.js';
import { statement } from '../../../platform/database/statement.js';

const isOn = (protocol: string): string => /* sql */ `
    COALESCE((SELECT (content ->> 'enabled')::boolean FROM setting
      WHERE name = 'auth.${protocol}'), false)`;

const READ = statement<
  [],
  { oidc: boolean; saml: boolean; isPasswordOff: boolean; hasPasskeys: boolean }
>(
  'sign-in-methods.read',
  /* sql */ `
    SELECT ${isOn('oidc')} AS oidc, ${isOn('saml')} AS saml,
           COALESCE((SELECT (content ->> 'disabled')::boolean FROM setting
             WHERE name = 'auth.simple'), false) AS "isPasswordOff",
           EXISTS (SELECT FROM passkey) AS "hasPasskeys"`,
);

/** Tells sign-in pages which ways to sign in they can offer. */
@ApiTags('Auth')
@Controller('auth/methods')
export class SignInMethodsController {
  constructor(
    private readonly database: Database,
    private readonly pendings: PendingSignIns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Returns the enabled ways to sign in, and how the browser completes a sign-in that it has begun.
   * Needs no session.
   */
  @Get()
  @Endpoint({ id: 'getSignInMethods', permission: 'PUBLIC', response: SignInMethodsResponse })
  async get(@Req() request: Request): Promise<SignInMethodsResponse> {
    const [row] = await this.database.run(READ, []);
    const { oidc, saml, isPasswordOff, hasPasskeys } = row!;
    const password = !isPasswordOff || this.config.forcePasswordLogin;
    const secondFactor = await this.pendings.methodsOf(browserOf(request));
    return { password, oidc, saml, passkey: hasPasskeys, secondFactor };
  }
}

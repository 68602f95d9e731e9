import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { browserOf, type OpenedSession } from '../session/session-opener.js';
import { UserResponse } from '../../people/user/user.response.js';
import { noPendingCookies } from '../session/pending-sign-ins.js';
import { CodeDto, PasskeyAssertionDto, PasskeyOptionsResponse } from './second-factor.dto.js';
import { SecondStepService } from './second-step.service.js';

const permission = 'PUBLIC';

/** The second step of a sign-in, and sign-in with a passkey only. */
@ApiTags('Auth')
@Controller('auth')
export class SecondStepController {
  constructor(
    private readonly steps: SecondStepService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Completes a sign-in with a code of an authenticator app. The cookie in the response is the
   * session.
   */
  @Post('second-factor/totp')
  @Endpoint({ id: 'giveTotp', permission, response: UserResponse, refusals: [401, 403, 429] })
  async totp(
    @Body() { code }: CodeDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<UserResponse>> {
    return this.handOver(
      await this.steps.finish({ method: 'totp', code }, browserOf(request)),
      response,
    );
  }

  /** Completes a sign-in with a recovery code, which becomes invalid. */
  @Post('second-factor/recovery-code')
  @Endpoint({
    id: 'giveRecoveryCode',
    permission,
    response: UserResponse,
    refusals: [401, 403, 429],
  })
  async recoveryCode(
    @Body() { code }: CodeDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<UserResponse>> {
    return this.handOver(
      await this.steps.finish({ method: 'recovery-code', code }, browserOf(request)),
      response,
    );
  }

  /** Returns the challenge for a passkey of the user, for `navigator.credentials.get()`. */
  @Post('second-factor/passkey/options')
  @Endpoint({
    id: 'getPasskeyProofOptions',
    permission,
    response: PasskeyOptionsResponse,
    refusals: [401, 403],
  })
  passkeyOptions(@Req() request: Request): Promise<object> {
    return this.steps.passkeyOptions(browserOf(request));
  }

  /** Completes a sign-in with a passkey. */
  @Post('second-factor/passkey')
  @Endpoint({ id: 'givePasskey', permission, response: UserResponse, refusals: [401, 403, 429] })
  async passkey(
    @Body() credential: PasskeyAssertionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<UserResponse>> {
    return this.handOver(
      await this.steps.finish({ method: 'passkey', credential }, browserOf(request)),
      response,
    );
  }

  /** Returns a challenge for signing in with a passkey only. */
  @Post('passkey/options')
  @Endpoint({
    id: 'getPasskeySignInOptions',
    permission,
    response: PasskeyOptionsResponse,
    refusals: [403, 422, 429],
  })
  signInOptions(@Req() request: Request): Promise<object> {
    return this.steps.signInOptions(request.ip ?? '');
  }

  /**
   * Signs in with a passkey only, which counts as two factors because it verifies the user by PIN
   * or biometrics.
   */
  @Post('passkey')
  @Endpoint({
    id: 'signInByPasskey',
    permission,
    response: UserResponse,
    refusals: [401, 403, 422, 429],
  })
  async signIn(
    @Body() credential: PasskeyAssertionDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<UserResponse>> {
    return this.handOver(await this.steps.signIn(credential, browserOf(request)), response);
  }

  private handOver({ user, cookie }: OpenedSession, response: Response): Json<UserResponse> {
    response.set({
      'Set-Cookie': [cookie, ...noPendingCookies(this.config.secureCookies)],
      'Cache-Control': 'no-store',
    });
    return user;
  }
}

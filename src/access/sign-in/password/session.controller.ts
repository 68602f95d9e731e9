import { Body, Controller, Ip, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Authentication } from '../../../core/auth/authentication.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { UserResponse } from '../../people/user/user.response.js';
import { browserOf } from '../session/session-opener.js';
import { LoginDto } from './session.dto.js';
import { SessionService } from './session.service.js';

/** Programs learn that they had no session; pages are led to the start page in any case. */
function isSigningOutWithoutPage({ path, headers: { accept } }: Request): boolean {
  return /^\/logout\/?$/i.test(path) && !accept?.includes('text/html');
}

/** Signs users in and out with a browser. */
@ApiTags('Auth')
@Controller()
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    authentication: Authentication,
  ) {
    authentication.alsoFor(isSigningOutWithoutPage);
  }

  /**
   * Signs in with a password and returns the user. The cookie in the response is the session, which
   * lasts until it expires or the user signs out. An existing session of the browser ends. Users
   * with a second factor get 401 `SecondFactorRequired` and continue with that.
   */
  @Post('auth/simple/login')
  @Endpoint({
    id: 'login',
    permission: 'PUBLIC',
    response: UserResponse,
    refusals: [401, 403, 422, 429],
  })
  async login(
    @Body() dto: LoginDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<UserResponse>> {
    const { user, cookie } = await this.sessions.signIn(dto, browserOf(request));
    response.set('Set-Cookie', cookie);
    return user;
  }

  /**
   * Signs out: ends all sessions of the user, and redirects to the start page, via the identity
   * provider if single logout is enabled. Without a session, only requests that accept HTML are
   * redirected.
   */
  @Post('logout')
  @Endpoint({ id: 'logout', permission: 'PUBLIC', status: 302, refusals: [401, 403] })
  async logout(
    @Req() request: Request,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.sessions.signOut(request.headers.cookie, address));
  }
}

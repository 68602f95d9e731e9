import { Body, Controller, Ip, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { UserResponse } from '../../people/user/user.response.js';
import { browserOf } from '../session/browser.js';
import { LoginDto } from './session.dto.js';
import { SessionService } from './session.service.js';

/** Signing in and out with a browser. */
@Controller()
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  /**
   * Signs in, and answers who one is then. The cookie of the answer stands for the user until it
   * expires or the user signs out. The session that the browser had ends. Of who has a second
   * factor that is wanted first: 401 with the name `SecondFactorRequired`.
   */
  @Post('auth/simple/login')
  @Endpoint({
    id: 'login',
    tag: 'Auth',
    permission: 'PUBLIC',
    response: UserResponse,
    refusals: [400, 401, 403, 413, 415, 422, 429],
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
   * Signs out, everywhere: all sessions of the user end. Leads to the start page, also when nobody
   * was signed in; by way of the identity provider, where the user signs out there too.
   */
  @Post('logout')
  @Endpoint({ id: 'logout', tag: 'Auth', permission: 'PUBLIC', status: 302, refusals: [403] })
  async logout(
    @Req() request: Request,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    response.set(await this.sessions.signOut(request.headers.cookie, address));
  }
}

import { Controller, Get, Inject, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Config } from '../../../../platform/config/config.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import { Endpoint } from '../../../../platform/http/endpoint.js';

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

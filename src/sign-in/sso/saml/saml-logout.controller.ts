import { Controller, Get, Inject, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Config } from '../../../config/config.js';
import { CONFIG } from '../../../config/config.module.js';
import { Endpoint } from '../../../http/endpoint.js';

const path = 'auth/saml/logout/done';

/**
 * Where a provider leads a browser back to that it has signed out. Here it was signed out before,
 * so there is nothing to check or to do.
 */
@Controller()
export class SamlLogoutController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Leads to the start page. */
  @Get(path)
  @Endpoint({ id: 'finishSamlLogout', tag: 'Auth', permission: 'PUBLIC', status: 302 })
  redirected(@Res({ passthrough: true }) response: Response): void {
    response.set('Location', `${this.config.basePath}/`);
  }

  /** Leads to the start page. */
  @Post(path)
  @Endpoint({ id: 'finishPostedSamlLogout', tag: 'Auth', permission: 'PUBLIC', status: 303 })
  posted(@Res({ passthrough: true }) response: Response): void {
    response.set('Location', `${this.config.basePath}/`);
  }
}

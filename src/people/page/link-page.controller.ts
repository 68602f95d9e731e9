import { Controller, Get, Header } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import { LINK_PAGE, LINK_PAGE_POLICY } from './link-page.js';

const contentType = 'text/html; charset=utf-8';
const permission = 'PUBLIC';

/** Serves the pages that links in mails lead to. */
@Controller()
export class LinkPageController {
  /** The page where a new user sets a password (`token`), or signs up (`invite`). */
  @Get('new-user')
  @Header('Content-Security-Policy', LINK_PAGE_POLICY)
  @Endpoint({ id: 'showNewUserPage', tag: 'Public signup tokens', permission, contentType })
  newUser(): string {
    return LINK_PAGE;
  }

  /** The page where a user sets a new password (`token`). */
  @Get('reset-password')
  @Header('Content-Security-Policy', LINK_PAGE_POLICY)
  @Endpoint({ id: 'showResetPasswordPage', tag: 'Auth', permission, contentType })
  resetPassword(): string {
    return LINK_PAGE;
  }
}

import { Controller, Get, Header } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import { LINK_PAGE, LINK_PAGE_POLICY } from './link-page.js';

const contentType = 'text/html; charset=utf-8';
const permission = 'PUBLIC';

/** Where the links lead that people are given. */
@Controller()
export class LinkPageController {
  /** The page on which a new user chooses a password (`token`), or somebody signs up (`invite`). */
  @Get('new-user')
  @Header('Content-Security-Policy', LINK_PAGE_POLICY)
  @Endpoint({ id: 'showNewUserPage', tag: 'Public signup tokens', permission, contentType })
  newUser(): string {
    return LINK_PAGE;
  }

  /** The page on which a user chooses a new password (`token`). */
  @Get('reset-password')
  @Header('Content-Security-Policy', LINK_PAGE_POLICY)
  @Endpoint({ id: 'showResetPasswordPage', tag: 'Auth', permission, contentType })
  resetPassword(): string {
    return LINK_PAGE;
  }
}

import { UserIdentityController } from './identity/user-identity.controller.js';
import { UserIdentityService } from './identity/user-identity.service.js';
import { SsoLoginService } from './login/sso-login.service.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { OidcProvider } from './oidc/oidc-provider.js';
import { OidcSettingsService } from './oidc/oidc-settings.service.js';
import { OidcController } from './oidc/oidc.controller.js';
import { AssertionStore } from './saml/assertion-store.js';
import { SamlLoginService } from './saml/saml-login.service.js';
import { SamlLogoutController } from './saml/saml-logout.controller.js';
import { SamlSettingsService } from './saml/saml-settings.service.js';
import { SamlController } from './saml/saml.controller.js';
import { AuthSettings } from './settings/auth-settings.js';
import { SecretBox } from './settings/secret-box.js';
import { SignOutService } from './sign-out.service.js';
import { SimpleSettingsService } from './simple/simple-settings.service.js';
import { SimpleController } from './simple/simple.controller.js';

/** What single sign-on consists of. It opens sessions and sessions ask it, so it is a part of the module of access and none of its own. */
export const SSO_CONTROLLERS = [OidcController, SamlController, SamlLogoutController, SimpleController, UserIdentityController];
export const SSO_PROVIDERS = [
  AssertionStore,
  AuthSettings,
  OidcLoginService,
  OidcProvider,
  OidcSettingsService,
  SamlLoginService,
  SamlSettingsService,
  SecretBox,
  SignOutService,
  SimpleSettingsService,
  SsoLoginService,
  UserIdentityService,
];

import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { AgentController, OAuthController } from './agent/agent.controller.js';
import { AgentAuthorizations } from './agent/agent-authorizations.js';
import { SessionController } from './password/session.controller.js';
import { SessionService } from './password/session.service.js';
import { SignInMethodsController } from './methods/sign-in-methods.controller.js';
import { ConfirmationController } from './second-factor/confirmation.controller.js';
import { ConfirmationService } from './second-factor/confirmation.service.js';
import { PasskeyChallenges, Passkeys } from './second-factor/passkeys.js';
import { SecondFactorProofs } from './second-factor/second-factor-proofs.js';
import {
  SecondFactorController,
  UserSecurityController,
} from './second-factor/second-factor.controller.js';
import { SecondFactorReadModel } from './second-factor/second-factor.read-model.js';
import { SecondFactorService, UserSecurityService } from './second-factor/second-factor.service.js';
import { SecondStepController } from './second-factor/second-step.controller.js';
import { SecondStepService } from './second-factor/second-step.service.js';
import { SecuritySettingsController } from './second-factor/security-settings.controller.js';
import { SecuritySettingsService } from './second-factor/security-settings.service.js';
import { Totp } from './second-factor/totp.js';
import { LoginFailures } from './session/login-failures.js';
import { OwnSessionsController } from './session/own-sessions.controller.js';
import { OwnSessionsService } from './session/own-sessions.service.js';
import { PendingSignIns } from './session/pending-sign-ins.js';
import { SessionCleanup, SessionOpener } from './session/session-opener.js';
import { UserIdentityController } from './sso/identity/user-identity.controller.js';
import { UserIdentityService } from './sso/identity/user-identity.service.js';
import { SsoLoginService } from './sso/login/sso-login.service.js';
import { OidcLoginService } from './sso/oidc/oidc-login.service.js';
import { OidcProvider } from './sso/oidc/oidc-provider.js';
import { OidcSettingsService } from './sso/oidc/oidc-settings.service.js';
import { OidcController } from './sso/oidc/oidc.controller.js';
import { AssertionStore } from './sso/saml/assertion-store.js';
import { SamlLoginService } from './sso/saml/saml-login.service.js';
import { SamlSettingsService } from './sso/saml/saml-settings.service.js';
import { SamlController, SamlLogoutController } from './sso/saml/saml.controller.js';
import { AuthSettings } from './sso/settings/sso-settings.js';
import { IssuerKeys } from './token-exchange/issuer-keys.js';
import { TokenExchangeController } from './token-exchange/token-exchange.controller.js';
import { TokenExchangeService } from './token-exchange/token-exchange.service.js';
import { SecretBox } from '../../core/auth/secret-box.js';
import { SignOutService } from './sso/sign-out.service.js';
import { SimpleSettingsService } from './sso/simple/simple-settings.service.js';
import { SimpleController } from './sso/simple/simple.controller.js';

/** Sign-in by password, single sign-on, passkey and second factor, and sessions. */
@Module({
  imports: [AuthModule],
  controllers: [
    AgentController,
    OAuthController,
    ConfirmationController,
    OidcController,
    OwnSessionsController,
    SamlController,
    SamlLogoutController,
    SecondFactorController,
    SecondStepController,
    SecuritySettingsController,
    SessionController,
    SignInMethodsController,
    SimpleController,
    TokenExchangeController,
    UserIdentityController,
    UserSecurityController,
  ],
  providers: [
    AgentAuthorizations,
    AssertionStore,
    AuthSettings,
    ConfirmationService,
    IssuerKeys,
    LoginFailures,
    OidcLoginService,
    OidcProvider,
    OidcSettingsService,
    OwnSessionsService,
    PasskeyChallenges,
    Passkeys,
    PendingSignIns,
    SamlLoginService,
    SamlSettingsService,
    SecondFactorProofs,
    SecondFactorReadModel,
    SecondFactorService,
    SecondStepService,
    SecretBox,
    SecuritySettingsService,
    SessionCleanup,
    SessionOpener,
    SessionService,
    SignOutService,
    SimpleSettingsService,
    SsoLoginService,
    TokenExchangeService,
    Totp,
    UserIdentityService,
    UserSecurityService,
  ],
  exports: [SecretBox],
})
export class SignInModule {}

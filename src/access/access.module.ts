import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { AttemptLimit } from './attempt/attempt-limit.js';
import { LoginThrottle } from './attempt/login-throttle.js';
import { SecretIndexCache } from './attempt/secret-index.js';
import { TokenMisses } from './attempt/token-misses.js';
import { Authentication } from './authentication.js';
import { CallerLookup } from './caller-lookup.js';
import { RoleController } from './custom-role/role.controller.js';
import { RoleReadModel } from './custom-role/role.read-model.js';
import { RoleService } from './custom-role/role.service.js';
import { DeniedRequestController } from './denied-request/denied-request.controller.js';
import { DeniedRequestReadModel } from './denied-request/denied-request.read-model.js';
import { DeniedRequests } from './denied-request/denied-requests.js';
import { EdgeController } from './edge/edge.controller.js';
import { EdgeTokens } from './edge/edge-tokens.js';
import { KnownProjects } from './known-projects.js';
import { LoginHistoryController } from './login-history/login-history.controller.js';
import { LoginHistory } from './login-history/login-history.read-model.js';
import { FirstRun } from './first-run.js';
import { GroupController } from './group/group.controller.js';
import { GroupReadModel } from './group/group.read-model.js';
import { GroupService } from './group/group.service.js';
import { AccessOverviewController } from './overview/access-overview.controller.js';
import { AccessOverviewReadModel } from './overview/access-overview.read-model.js';
import { ProjectAccessController } from './project-access/project-access.controller.js';
import { ProjectAccessReadModel } from './project-access/project-access.read-model.js';
import { ProjectAccess } from './project-access/project-access.service.js';
import { ServiceAccountController } from './service-account/service-account.controller.js';
import { ServiceAccountReadModel } from './service-account/service-account.read-model.js';
import { ServiceAccountService } from './service-account/service-account.service.js';
import { LoginFailures } from './session/login-failures.js';
import { SessionCleanup } from './session/session-cleanup.js';
import { SessionController } from './session/session.controller.js';
import { SessionOpener } from './session/session-opener.js';
import { SessionService } from './session/session.service.js';
import { ProjectTokenController } from './token/project-token.controller.js';
import { TokenController } from './token/token.controller.js';
import { TokenReadModel } from './token/token.read-model.js';
import { TokenService } from './token/token.service.js';
import { TokenStanding } from './token-standing.js';
import { TokenSightings } from './token/token-sightings.js';
import { TokenUses } from './token/token-uses.js';
import { InviteController } from './invite/invite.controller.js';
import { InviteService } from './invite/invite.service.js';
import { PersonalTokenController } from './personal-token/personal-token.controller.js';
import { UserTokenController } from './personal-token/user-token.controller.js';
import { PersonalTokenService } from './personal-token/personal-token.service.js';
import { QuotaGuard } from './quota/quota.guard.js';
import { RequestQuota } from './quota/request-quota.js';
import { LinkPageController } from './page/link-page.controller.js';
import { AccountMails } from './mail/account-mails.js';
import { Mailer } from './mail/mailer.js';
import { ResetController } from './reset/reset.controller.js';
import { ResetMails } from './reset/reset-mails.js';
import { ResetService } from './reset/reset.service.js';
import { ConfirmationGate } from './second-factor/confirmation-gate.js';
import { SECOND_FACTOR_CONTROLLERS, SECOND_FACTOR_PROVIDERS } from './second-factor/second-factor.providers.js';
import { SecretBox } from './sso/settings/secret-box.js';
import { SSO_CONTROLLERS, SSO_PROVIDERS } from './sso/sso.providers.js';
import { MeController } from './user/me.controller.js';
import { MeReadModel } from './user/me.read-model.js';
import { PasswordRules } from './user/password-rules.js';
import { UserController } from './user/user.controller.js';
import { UserReadModel } from './user/user.read-model.js';
import { UserService } from './user/user.service.js';

/** Who calls, and what they may do. */
@Global()
@Module({
  controllers: [
    AccessOverviewController,
    DeniedRequestController,
    EdgeController,
    GroupController,
    InviteController,
    LinkPageController,
    LoginHistoryController,
    MeController,
    PersonalTokenController,
    ProjectAccessController,
    ProjectTokenController,
    ResetController,
    RoleController,
    ServiceAccountController,
    SessionController,
    TokenController,
    UserController,
    ...SECOND_FACTOR_CONTROLLERS,
    UserTokenController,
    ...SSO_CONTROLLERS,
  ],
  providers: [
    AccessGuard,
    AccessOverviewReadModel,
    AccountMails,
    AttemptLimit,
    Authentication,
    CallerLookup,
    DeniedRequestReadModel,
    DeniedRequests,
    EdgeTokens,
    FirstRun,
    GroupReadModel,
    GroupService,
    InviteService,
    KnownProjects,
    LoginFailures,
    LoginHistory,
    LoginThrottle,
    Mailer,
    MeReadModel,
    PasswordRules,
    PersonalTokenService,
    ProjectAccess,
    ProjectAccessReadModel,
    QuotaGuard,
    RequestQuota,
    ResetMails,
    ResetService,
    RoleReadModel,
    RoleService,
    SecretIndexCache,
    ServiceAccountReadModel,
    ServiceAccountService,
    SessionCleanup,
    SessionOpener,
    SessionService,
    TokenMisses,
    TokenReadModel,
    TokenService,
    TokenSightings,
    TokenStanding,
    TokenUses,
    UserReadModel,
    UserService,
    ...SECOND_FACTOR_PROVIDERS,
    ...SSO_PROVIDERS,
  ],
  exports: [Authentication, CallerLookup, ConfirmationGate, DeniedRequests, Mailer, RequestQuota, SecretBox, TokenMisses, TokenStanding],
})
export class AccessModule {}

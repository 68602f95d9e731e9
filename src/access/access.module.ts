import { Global, Module } from '@nestjs/common';
import { AccessGuard } from '../auth/access.guard.js';
import { AttemptLimit } from '../auth/limits/attempt-limit.js';
import { LoginThrottle } from '../auth/limits/login-throttle.js';
import { SecretIndexCache } from '../auth/limits/secret-index.js';
import { TokenMisses } from '../auth/limits/token-misses.js';
import { Authentication } from '../auth/authentication.js';
import { CallerLookup } from '../auth/caller-lookup.js';
import { RoleController } from '../roles/role/role.controller.js';
import { RoleReadModel } from '../roles/role/role.read-model.js';
import { RoleService } from '../roles/role/role.service.js';
import { DeniedRequestController } from '../audit-log/denied-request/denied-request.controller.js';
import { DeniedRequestReadModel } from '../audit-log/denied-request/denied-request.read-model.js';
import { DeniedRequests } from '../audit-log/denied-request/denied-requests.js';
import { EdgeController } from '../api-token/edge/edge.controller.js';
import { EdgeTokens } from '../api-token/edge/edge-tokens.js';
import { KnownProjects } from '../auth/known-projects.js';
import { LoginHistoryController } from '../audit-log/login-history/login-history.controller.js';
import { LoginHistory } from '../audit-log/login-history/login-history.read-model.js';
import { FirstRun } from '../instance-setup/first-run.js';
import { GroupController } from '../people/group/group.controller.js';
import { GroupReadModel } from '../people/group/group.read-model.js';
import { GroupService } from '../people/group/group.service.js';
import { AccessOverviewController } from '../roles/overview/access-overview.controller.js';
import { AccessOverviewReadModel } from '../roles/overview/access-overview.read-model.js';
import { ProjectAccessController } from '../roles/project-access/project-access.controller.js';
import { ProjectAccessReadModel } from '../roles/project-access/project-access.read-model.js';
import { ProjectAccess } from '../roles/project-access/project-access.service.js';
import { ServiceAccountController } from '../people/service-account/service-account.controller.js';
import { ServiceAccountReadModel } from '../people/service-account/service-account.read-model.js';
import { ServiceAccountService } from '../people/service-account/service-account.service.js';
import { LoginFailures } from '../sign-in/session/login-failures.js';
import { SessionCleanup } from '../sign-in/session/session-cleanup.js';
import { SessionController } from '../sign-in/password/session.controller.js';
import { SessionOpener } from '../sign-in/session/session-opener.js';
import { SessionService } from '../sign-in/password/session.service.js';
import { ProjectTokenController } from '../api-token/project-token.controller.js';
import { TokenController } from '../api-token/token.controller.js';
import { TokenReadModel } from '../api-token/token.read-model.js';
import { TokenService } from '../api-token/token.service.js';
import { TokenStanding } from '../auth/token-standing.js';
import { TokenSightings } from '../api-token/token-sightings.js';
import { TokenUses } from '../api-token/token-uses.js';
import { InviteController } from '../people/invite/invite.controller.js';
import { InviteService } from '../people/invite/invite.service.js';
import { PersonalTokenController } from '../people/personal-token/personal-token.controller.js';
import { UserTokenController } from '../people/personal-token/user-token.controller.js';
import { PersonalTokenService } from '../people/personal-token/personal-token.service.js';
import { QuotaGuard } from '../auth/limits/quota.guard.js';
import { RequestQuota } from '../auth/limits/request-quota.js';
import { LinkPageController } from '../people/page/link-page.controller.js';
import { AccountMails } from '../people/mail/account-mails.js';
import { Mailer } from '../people/mail/mailer.js';
import { ResetController } from '../people/reset/reset.controller.js';
import { ResetMails } from '../people/reset/reset-mails.js';
import { ResetService } from '../people/reset/reset.service.js';
import { ConfirmationGate } from '../auth/session/confirmation-gate.js';
import { SECOND_FACTOR_CONTROLLERS, SECOND_FACTOR_PROVIDERS } from '../sign-in/second-factor/second-factor.providers.js';
import { SecretBox } from '../sign-in/sso/settings/secret-box.js';
import { SSO_CONTROLLERS, SSO_PROVIDERS } from '../sign-in/sso/sso.providers.js';
import { MeController } from '../people/user/me.controller.js';
import { MeReadModel } from '../people/user/me.read-model.js';
import { PasswordRules } from '../people/user/password-rules.js';
import { UserController } from '../people/user/user.controller.js';
import { UserReadModel } from '../people/user/user.read-model.js';
import { UserService } from '../people/user/user.service.js';

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

import { Global, Module } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { AttemptLimit } from './attempt/attempt-limit.js';
import { LoginThrottle } from './attempt/login-throttle.js';
import { Authentication } from './authentication.js';
import { CallerLookup } from './caller-lookup.js';
import { EdgeController } from './edge/edge.controller.js';
import { EdgeTokens } from './edge/edge-tokens.js';
import { LoginHistoryController } from './login-history/login-history.controller.js';
import { LoginHistory } from './login-history/login-history.read-model.js';
import { FirstRun } from './first-run.js';
import { LoginFailures } from './session/login-failures.js';
import { SessionCleanup } from './session/session-cleanup.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { ProjectTokenController } from './token/project-token.controller.js';
import { TokenController } from './token/token.controller.js';
import { TokenReadModel } from './token/token.read-model.js';
import { TokenService } from './token/token.service.js';
import { TokenSightings } from './token/token-sightings.js';
import { TokenUses } from './token/token-uses.js';
import { InviteController } from './invite/invite.controller.js';
import { InviteService } from './invite/invite.service.js';
import { PersonalTokenController } from './personal-token/personal-token.controller.js';
import { PersonalTokenService } from './personal-token/personal-token.service.js';
import { AccountMails } from './mail/account-mails.js';
import { Mailer } from './mail/mailer.js';
import { ResetController } from './reset/reset.controller.js';
import { ResetMails } from './reset/reset-mails.js';
import { ResetService } from './reset/reset.service.js';
import { MeController } from './user/me.controller.js';
import { MeReadModel } from './user/me.read-model.js';
import { UserController } from './user/user.controller.js';
import { UserReadModel } from './user/user.read-model.js';
import { UserService } from './user/user.service.js';

/** Who calls, and what they may do. */
@Global()
@Module({
  controllers: [
    EdgeController,
    InviteController,
    LoginHistoryController,
    MeController,
    PersonalTokenController,
    ProjectTokenController,
    ResetController,
    SessionController,
    TokenController,
    UserController,
  ],
  providers: [
    AccessGuard,
    AccountMails,
    AttemptLimit,
    Authentication,
    CallerLookup,
    EdgeTokens,
    FirstRun,
    InviteService,
    LoginFailures,
    LoginHistory,
    LoginThrottle,
    Mailer,
    MeReadModel,
    PersonalTokenService,
    ResetMails,
    ResetService,
    SessionCleanup,
    SessionService,
    TokenReadModel,
    TokenService,
    TokenSightings,
    TokenUses,
    UserReadModel,
    UserService,
  ],
  exports: [Authentication, CallerLookup, Mailer, SessionService],
})
export class AccessModule {}

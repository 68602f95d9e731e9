import { Module } from '@nestjs/common';
import { AccessGuard } from './access.guard.js';
import { Authentication } from './authentication.js';
import { AuthorLookup } from './author-lookup.js';
import { CallerLookup } from './caller-lookup.js';
import { CallerReview } from './caller-review.js';
import { KnownProjects } from './known-projects.js';
import { LiveSettings } from './live-settings.js';
import { AttemptLimit } from './limits/attempt-limit.js';
import { LoginThrottle } from './limits/login-throttle.js';
import { QuotaGuard } from './limits/quota.guard.js';
import { RequestQuota } from './limits/request-quota.js';
import { SecretIndexCache } from './limits/secret-index.js';
import { TokenMisses } from './limits/token-misses.js';
import { TurnGuard } from './limits/turn.guard.js';
import { ConfirmationGate } from './session/confirmation-gate.js';
import { SessionActivity } from './session/session-activity.js';

/** Authentication, permissions and quotas. */
@Module({
  providers: [
    AccessGuard,
    AttemptLimit,
    Authentication,
    AuthorLookup,
    CallerLookup,
    CallerReview,
    ConfirmationGate,
    KnownProjects,
    LiveSettings,
    LoginThrottle,
    QuotaGuard,
    RequestQuota,
    SecretIndexCache,
    SessionActivity,
    TokenMisses,
    TurnGuard,
  ],
  exports: [
    Authentication,
    AuthorLookup,
    AttemptLimit,
    CallerLookup,
    CallerReview,
    ConfirmationGate,
    KnownProjects,
    LiveSettings,
    LoginThrottle,
    RequestQuota,
    TokenMisses,
  ],
})
export class AuthModule {}

import { Module } from '@nestjs/common';
import { AccessCheck } from './access-check.js';
import { Authentication } from './authentication.js';
import { AuthorLookup } from './author-lookup.js';
import { CallerLookup } from './caller-lookup.js';
import { CallerReview } from './caller-review.js';
import { KnownProjects } from './known-projects.js';
import { LiveSettings } from './live-settings.js';
import { AttemptLimit } from './limits/attempt-limit.js';
import { LoginThrottle } from './limits/login-throttle.js';
import { RequestQuota } from './limits/request-quota.js';
import { SecretIndexCache } from './limits/secret-index.js';
import { TokenMisses } from './limits/token-misses.js';
import { ProcessTokens } from './process-tokens.js';
import { ConfirmationGate } from './session/confirmation-gate.js';
import { SessionActivity } from './session/session-activity.js';

/** Authentication, permissions and quotas. */
@Module({
  providers: [
    AccessCheck,
    AttemptLimit,
    Authentication,
    AuthorLookup,
    CallerLookup,
    CallerReview,
    ConfirmationGate,
    KnownProjects,
    LiveSettings,
    LoginThrottle,
    ProcessTokens,
    RequestQuota,
    SecretIndexCache,
    SessionActivity,
    TokenMisses,
  ],
  exports: [
    AccessCheck,
    Authentication,
    AuthorLookup,
    AttemptLimit,
    CallerLookup,
    CallerReview,
    ConfirmationGate,
    KnownProjects,
    LiveSettings,
    LoginThrottle,
    ProcessTokens,
    RequestQuota,
    TokenMisses,
  ],
})
export class AuthModule {}

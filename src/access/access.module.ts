import { Global, Module } from '@nestjs/common';
import { Authentication } from './authentication.js';
import { CallerLookup } from './caller-lookup.js';
import { EdgeController } from './edge/edge.controller.js';
import { EdgeTokens } from './edge/edge-tokens.js';
import { FirstRun } from './first-run.js';
import { SessionCleanup } from './session/session-cleanup.js';
import { SessionController } from './session/session.controller.js';
import { SessionService } from './session/session.service.js';
import { ProjectTokenController } from './token/project-token.controller.js';
import { TokenController } from './token/token.controller.js';
import { TokenReadModel } from './token/token.read-model.js';
import { TokenService } from './token/token.service.js';
import { TokenSightings } from './token/token-sightings.js';
import { MeController } from './user/me.controller.js';
import { MeReadModel } from './user/me.read-model.js';

/** Who calls, and what they may do. */
@Global()
@Module({
  controllers: [EdgeController, MeController, ProjectTokenController, SessionController, TokenController],
  providers: [
    Authentication,
    CallerLookup,
    EdgeTokens,
    FirstRun,
    MeReadModel,
    SessionCleanup,
    SessionService,
    TokenReadModel,
    TokenService,
    TokenSightings,
  ],
  exports: [Authentication, CallerLookup],
})
export class AccessModule {}

import { Controller, Delete, Get, Param } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { EndedSessionsResponse, SessionsResponse } from '../session/own-sessions.response.js';
import { OwnSessionsService } from '../session/own-sessions.service.js';
import { SecondFactorReadModel } from './second-factor.read-model.js';
import { SecondFactorResponse } from './second-factor.dto.js';
import { UserSecurityService } from './user-security.service.js';

const common = {
  tag: 'Users',
  permission: 'ADMIN',
  params: { id: 'Id of the user, a whole number.' },
} as const;

/** Second factors and sessions of other users, for administrators. */
@Controller('api/admin/user-admin/:id')
export class UserSecurityController {
  constructor(
    private readonly security: UserSecurityService,
    private readonly reads: SecondFactorReadModel,
    private readonly sessions: OwnSessionsService,
  ) {}

  /** Returns the second factors of a user. */
  @Get('second-factor')
  @Endpoint({ id: 'getSecondFactorsOfUser', ...common, response: SecondFactorResponse })
  get(@Param('id', IdPipe) id: number): Promise<Json<SecondFactorResponse>> {
    return this.reads.get<SecondFactorResponse>(id, {});
  }

  /** Removes all second factors of a user who lost them, and ends the user's sessions. */
  @Delete('second-factor')
  @Endpoint({ id: 'resetSecondFactorsOfUser', ...common, confirm: 'sensitive' })
  reset(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.security.reset(id, caller);
  }

  /** Lists the sessions of a user, most recently used first. */
  @Get('sessions')
  @Endpoint({ id: 'getSessionsOfUser', ...common, response: SessionsResponse })
  async list(@Param('id', IdPipe) id: number): Promise<Json<SessionsResponse>> {
    return this.sessions.list(id, undefined);
  }

  /** Ends all sessions of a user. The user's tokens stay valid. */
  @Delete('sessions')
  @Endpoint({ id: 'endSessionsOfUser', ...common, response: EndedSessionsResponse })
  async end(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<EndedSessionsResponse> {
    return { ended: await this.sessions.endAllOf(id, caller) };
  }
}

import { Controller, Delete, Get, Param, ParseUUIDPipe } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { EndedSessionsResponse, SessionsResponse } from './own-sessions.response.js';
import { OwnSessionsService } from './own-sessions.service.js';

const common = { tag: 'Users', permission: 'NONE', beforeSecondFactor: true } as const;
const uuid = new ParseUUIDPipe({
  exceptionFactory: () => new BadDataError('The id of a session is a UUID.'),
});

/** Manages the caller's sessions. */
@Controller('api/admin/user/sessions')
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  /** Lists the caller's sessions, the current one first. */
  @Get()
  @Endpoint({ id: 'getMySessions', ...common, response: SessionsResponse })
  list(@CurrentCaller() { userId, session }: Caller): Promise<Json<SessionsResponse>> {
    return this.sessions.list(userId, session?.id);
  }

  /** Ends all of the caller's sessions except the current one. */
  @Delete()
  @Endpoint({
    id: 'endMyOtherSessions',
    ofAccount: true,
    ...common,
    response: EndedSessionsResponse,
  })
  async endOthers(@CurrentCaller() caller: Caller): Promise<EndedSessionsResponse> {
    return { ended: await this.sessions.endOthers(caller) };
  }

  /** Ends one of the caller's sessions. */
  @Delete(':id')
  @Endpoint({
    id: 'endMySession',
    ofAccount: true,
    ...common,
    params: { id: 'Id of the session, a UUID.' },
  })
  end(@Param('id', uuid) id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.sessions.end(id, caller);
  }
}

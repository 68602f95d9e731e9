import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { AnswerLanguage, type Language } from '../../../platform/http/language.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { EventStreams } from './event-streams.js';

/** Follows the audit log. */
@ApiTags('Events')
@Controller('api/admin')
export class EventStreamController {
  constructor(private readonly streams: EventStreams) {}

  /**
   * Streams the events that the caller may see as they happen, as server-sent events. `ready` comes
   * first; later changes are not missed. Then `events` come with the data `{events, hasMore}`: at
   * most 50 events as in searches, oldest first, without `data`, `preData` and `tags`; `hasMore`
   * says that there were more. The stream ends after five minutes, or when the access of the
   * caller changes, and clients reconnect.
   */
  @Get('search/events/stream')
  @Endpoint({
    id: 'streamEvents',
    isTranslated: true,
    cost: 'search',
    permission: 'NONE',
    streams: true,
    refusals: [429],
  })
  follow(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
    @AnswerLanguage() language: Language,
    @Res() response: Response,
  ): Promise<void> {
    this.streams.open({ caller, reader, language }, response);
    return Promise.resolve();
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { CurrentCaller } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import { CurrentReader } from '../auth/current-reader.js';
import type { Reader } from '../database/database.js';
import { Endpoint } from '../http/endpoint.js';
import type { JsonParts } from '../http/json.js';
import { AdvancedPlaygroundDto, PlaygroundDto } from './playground.dto.js';
import { AdvancedPlaygroundResponse, PlaygroundResponse } from './playground.response.js';
import { PlaygroundService } from './playground.service.js';

/** Tries features out: what a context gets, and why. */
@Controller('api/admin/playground')
export class PlaygroundController {
  constructor(private readonly playground: PlaygroundService) {}

  /**
   * Evaluates features for one context in one environment, as SDKs do, and says why. Nothing is
   * changed and nothing counts as usage.
   */
  @Post()
  @Endpoint({
    id: 'getPlayground',
    cost: 'heavy',
    tag: 'Playground',
    permission: 'NONE',
    response: PlaygroundResponse,
    refusals: [400, 413, 415],
  })
  evaluate(
    @Body() asked: PlaygroundDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonParts<PlaygroundResponse>> {
    return this.playground.evaluate(asked, caller, reader);
  }

  /**
   * Evaluates features for several contexts in several environments: every combination of the
   * values that stand, parted by commas, in the context.
   */
  @Post('advanced')
  @Endpoint({
    id: 'getAdvancedPlayground',
    cost: 'heavy',
    tag: 'Playground',
    permission: 'NONE',
    response: AdvancedPlaygroundResponse,
    refusals: [400, 413, 415],
  })
  evaluateAll(
    @Body() asked: AdvancedPlaygroundDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonParts<AdvancedPlaygroundResponse>> {
    return this.playground.evaluateAll(asked, caller, reader);
  }
}

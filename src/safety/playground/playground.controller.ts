import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { FormerMoment } from '../history/moment.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { JsonParts } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import {
  AdvancedPlaygroundDto,
  ChangeRequestPlaygroundDto,
  PlaygroundDto,
} from './playground.dto.js';
import { AdvancedPlaygroundResponse, PlaygroundResponse } from './playground.response.js';
import { PlaygroundService } from './playground.service.js';

/** Evaluates features for given contexts. */
@ApiTags('Playground')
@Controller('api/admin/playground')
export class PlaygroundController {
  constructor(private readonly playground: PlaygroundService) {}

  /**
   * Evaluates features for one context in one environment like SDKs do, with reasons. Changes
   * nothing and does not count as usage. With the query parameter `asOf`, a moment of the past,
   * evaluates what there was then, at that time.
   */
  @Post()
  @Endpoint({
    id: 'getPlayground',
    reads: true,
    asOf: 'playground',
    cost: 'heavy',
    largeNumbersAsText: true,
    permission: 'NONE',
    response: PlaygroundResponse,
  })
  evaluate(
    @Body() request: PlaygroundDto,
    @FormerMoment() at: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonParts<PlaygroundResponse>> {
    return this.playground.evaluate(request, caller, reader, { at });
  }

  /**
   * Evaluates features for several contexts in several environments: for every combination of
   * comma-separated values in the context. With the query parameter `asOf`, a moment of the past,
   * evaluates what there was then, at that time.
   */
  @Post('advanced')
  @Endpoint({
    id: 'getAdvancedPlayground',
    reads: true,
    asOf: 'playground',
    cost: 'heavy',
    largeNumbersAsText: true,
    permission: 'NONE',
    response: AdvancedPlaygroundResponse,
  })
  evaluateAll(
    @Body() request: AdvancedPlaygroundDto,
    @FormerMoment() at: string | undefined,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonParts<AdvancedPlaygroundResponse>> {
    return this.playground.evaluateAll(request, caller, reader, { at });
  }

  /**
   * Evaluates the features of a project in an environment as if a change request there was applied.
   * Changes nothing. Drafts of others are treated as absent.
   */
  @Post('change-request/:id')
  @Endpoint({
    id: 'getChangeRequestPlayground',
    proposes: true,
    cost: 'heavy',
    largeNumbersAsText: true,
    permission: 'NONE',
    response: AdvancedPlaygroundResponse,
    params: { id: 'Id of the change request.' },
    refusals: [409],
  })
  evaluateChangeRequest(
    @Param('id', IdPipe) id: number,
    @Body() { context }: ChangeRequestPlaygroundDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonParts<AdvancedPlaygroundResponse>> {
    return this.playground.evaluateChangeRequest(id, context, caller, reader);
  }
}

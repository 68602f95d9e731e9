import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { JsonList } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { PreviewResponse } from '../preview/impact.response.js';
import {
  SegmentDto,
  SegmentNameDto,
  SegmentResponse,
  SegmentSearchQuery,
  SegmentSearchResponse,
  SegmentsResponse,
  SegmentStrategiesResponse,
  StrategySegmentsDto,
  StrategySegmentsResponse,
} from './segment.dto.js';
import { SegmentReadModel, SegmentSearchReadModel } from './segment.read-model.js';
import { SegmentService } from './segment.service.js';

const tag = 'Segments';
const params = { id: 'Id of the segment.' };
const strategyParams = { strategyId: 'UUID of the strategy.' };

/** Segments: constraints shared by strategies. */
@Controller('api/admin/segments')
export class SegmentController {
  constructor(
    private readonly segments: SegmentService,
    private readonly reads: SegmentReadModel,
  ) {}

  /** Lists the segments by name, with their usage. */
  @Get()
  @Endpoint({
    id: 'getSegments',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: SegmentsResponse,
  })
  list(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<SegmentsResponse>> {
    return this.reads.list(caller, reader);
  }

  /**
   * Creates a global segment or one of a project, for which the permission in that project is
   * required.
   */
  @Post()
  @Endpoint({
    id: 'createSegment',
    tag,
    permission: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    place: 'anywhere',
    status: 201,
    response: SegmentResponse,
    refusals: [404, 409],
  })
  async create(
    @Body() dto: SegmentDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SegmentResponse> {
    const segment = await this.segments.create(dto, caller);
    response.location(`segments/${segment.id}`);
    return segment;
  }

  /** Checks whether a segment name is free. */
  @Post('validate')
  @Endpoint({
    id: 'validateSegment',
    reads: true,
    tag,
    permission: 'NONE',
    status: 204,
    refusals: [409],
  })
  validate(@Body() dto: SegmentNameDto): Promise<void> {
    return this.reads.requireFree(dto.name);
  }

  /** Replaces the segments of a strategy. */
  @Post('strategies')
  @Endpoint({
    id: 'updateFeatureStrategySegments',
    tag: 'Strategies',
    permission: 'UPDATE_FEATURE_STRATEGY',
    place: 'anywhere',
    status: 201,
    response: StrategySegmentsResponse,
    refusals: [404],
  })
  async setOfStrategy(
    @Body() dto: StrategySegmentsDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StrategySegmentsResponse> {
    const replaced = await this.segments.setOfStrategy(dto, caller);
    response.location(`strategies/${replaced.strategyId}`);
    return replaced;
  }

  /** Lists the segments of a strategy. */
  @Get('strategies/:strategyId')
  @Endpoint({
    id: 'getSegmentsByStrategyId',
    tag,
    permission: 'NONE',
    params: strategyParams,
    response: SegmentsResponse,
    neverRefuses: [404],
  })
  ofStrategy(
    @Param('strategyId') strategyId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<SegmentsResponse>> {
    return this.reads.ofStrategy(strategyId, caller);
  }

  /** Lists the strategies of live features that use a segment. */
  @Get(':id/strategies')
  @Endpoint({
    id: 'getStrategiesBySegmentId',
    cost: 'search',
    tag,
    permission: 'NONE',
    params,
    response: SegmentStrategiesResponse,
    neverRefuses: [404],
  })
  strategies(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<SegmentStrategiesResponse>> {
    return this.reads.strategies(id, caller, reader);
  }

  /** Reads a segment. */
  @Get(':id')
  @Endpoint({
    id: 'getSegment',
    tag,
    permission: 'NONE',
    asOf: 'segment',
    params,
    response: SegmentResponse,
  })
  get(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<SegmentResponse>> {
    return this.reads.get(id, caller);
  }

  /**
   * Replaces a segment. Omitted description and project stay. Changing the project requires the
   * permission in both places.
   */
  @Put(':id')
  @Endpoint({
    id: 'updateSegment',
    tag,
    permission: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    place: 'anywhere',
    status: 204,
    params,
    refusals: [409],
  })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: SegmentDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.segments.update(id, dto, caller);
  }

  /** Deletes a segment that no feature uses, not even an archived one. */
  @Delete(':id')
  @Endpoint({
    id: 'removeSegment',
    tag,
    permission: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
    place: 'anywhere',
    status: 204,
    params,
    dryRun: { of: 'segment', response: PreviewResponse },
    refusals: [409],
  })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.segments.delete(id, caller);
  }
}

/** Searches segments. */
@ApiTags('Segments')
@Controller('api/admin/search/segments')
export class SegmentSearchController {
  constructor(private readonly search: SegmentSearchReadModel) {}

  /** Finds segments by a part of their name, description or project, in pages with their usage. */
  @Get()
  @Endpoint({
    id: 'findSegments',
    cost: 'search',
    permission: 'NONE',
    response: SegmentSearchResponse,
    refusals: [429],
  })
  find(
    @Query() query: SegmentSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<SegmentSearchResponse>> {
    return this.search.find(query, caller, reader);
  }
}

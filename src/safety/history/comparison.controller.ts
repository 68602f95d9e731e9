import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { FeatureParams } from '../../flags/feature/feature.dto.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import { ComparisonService } from './comparison.service.js';
import { ComparisonQuery, ComparisonResponse } from './history.dto.js';

/** Compares states of two moments. */
@Controller('api/admin')
export class ComparisonController {
  constructor(private readonly comparisons: ComparisonService) {}

  /** Compares a feature at two moments. */
  @Get('projects/:projectId/features/:featureName/compare')
  @Endpoint({
    id: 'compareFeature',
    cost: 'search',
    tag: 'Features',
    permission: 'NONE',
    response: ComparisonResponse,
    refusals: [409],
  })
  feature(
    @Param() at: FeatureParams,
    @Query() query: ComparisonQuery,
    @CurrentReader() reader: Reader,
  ): Promise<ComparisonResponse> {
    return this.comparisons.feature(at, query, reader);
  }

  /** Compares the features of a project at two moments. */
  @Get('projects/:projectId/compare')
  @Endpoint({
    id: 'compareProjectFeatures',
    cost: 'search',
    tag: 'Features',
    permission: 'NONE',
    response: ComparisonResponse,
    refusals: [409],
  })
  project(
    @Param() { projectId }: ProjectParams,
    @Query() query: ComparisonQuery,
    @CurrentReader() reader: Reader,
  ): Promise<ComparisonResponse> {
    return this.comparisons.project(projectId, query, reader);
  }

  /** Compares a segment at two moments. */
  @Get('segments/:id/compare')
  @Endpoint({
    id: 'compareSegment',
    cost: 'search',
    tag: 'Segments',
    permission: 'NONE',
    params: { id: 'Id of the segment.' },
    response: ComparisonResponse,
    refusals: [409],
  })
  segment(
    @Param('id', IdPipe) id: number,
    @Query() query: ComparisonQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<ComparisonResponse> {
    return this.comparisons.segment(id, query, caller, reader);
  }
}

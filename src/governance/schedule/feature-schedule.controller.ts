import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentReader } from '../../core/auth/current-reader.js';
import type { Reader } from '../../platform/database/database.js';
import { FeatureEnvironmentParams, FeatureParams } from '../../flags/feature/feature.dto.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { TO_SCHEDULE } from './schedule-permissions.js';
import { EnvironmentScheduleQuery, ScheduleDto, ScheduleQuery } from './schedule.dto.js';
import { ScheduleReadModel } from './schedule.read-model.js';
import { ScheduleResponse, SchedulesResponse } from './schedule.response.js';
import { ScheduleService } from './schedule.service.js';

const tag = 'Schedules';

/** Schedules changes of a feature. */
@Controller('api/admin/projects/:projectId/features/:featureName')
export class FeatureScheduleController {
  constructor(
    private readonly schedules: ScheduleService,
    private readonly reads: ScheduleReadModel,
  ) {}

  /**
   * Schedules a change of a feature, with the permissions that its author has at that time.
   * Requires the permission of the same change made directly; a switch that is reversed or recurs
   * requires `UPDATE_FEATURE_ENVIRONMENT`. Where changes require approvals, only turning off with
   * `force` and a `reason` can be scheduled; schedule a change request instead.
   */
  @Post('environments/:environment/schedule')
  @Endpoint({
    id: 'scheduleFeatureChange',
    cost: 'heavy',
    tag,
    permission: TO_SCHEDULE,
    status: 201,
    response: ScheduleResponse,
    location: ({ id, project }: ScheduleResponse) =>
      `/api/admin/projects/${encodeURIComponent(project)}/schedules/${id}`,
    refusals: [400, 404, 413, 415],
  })
  @ApiBody({ type: ScheduleDto })
  async add(
    @Param() at: FeatureEnvironmentParams,
    @Body() dto: ScheduleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ScheduleResponse> {
    const id = await this.schedules.add(at, dto, caller);
    return this.reads.get({ projectId: at.projectId, id });
  }

  /** Lists the schedules of a feature in an environment, by their next time. */
  @Get('environments/:environment/schedule')
  @Endpoint({
    id: 'getFeatureEnvironmentSchedules',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: SchedulesResponse,
    refusals: [400, 404],
  })
  listInEnvironment(
    @Param() at: FeatureEnvironmentParams,
    @Query() query: EnvironmentScheduleQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<SchedulesResponse> {
    return this.reads.list(at, query, caller, reader);
  }

  /** Lists the schedules of a feature in all environments, by their next time. */
  @Get('schedules')
  @Endpoint({
    id: 'getFeatureSchedules',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: SchedulesResponse,
    refusals: [400, 404],
  })
  list(
    @Param() at: FeatureParams,
    @Query() query: ScheduleQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<SchedulesResponse> {
    return this.reads.list(at, query, caller, reader);
  }
}

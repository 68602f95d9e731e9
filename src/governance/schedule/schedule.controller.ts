import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { FeatureEnvironmentParams, FeatureParams } from '../../flags/feature/feature.dto.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Beforehand } from '../../platform/http/waiting.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { TO_SCHEDULE } from './schedule-permissions.js';
import {
  EnvironmentScheduleQuery,
  ScheduleDto,
  ScheduleQuery,
  ScheduleResponse,
  SchedulesResponse,
} from './schedule.dto.js';
import { ScheduleReadModel } from './schedule.read-model.js';
import { ScheduleService } from './schedule.service.js';

const params = { id: 'Id of the schedule.' };

/** Schedules of a project, and of all projects. */
@ApiTags('Schedules')
@Controller('api/admin')
export class ScheduleController {
  constructor(
    private readonly schedules: ScheduleService,
    private readonly reads: ScheduleReadModel,
  ) {}

  /**
   * Lists the schedules of all projects that the caller can see, by their next time: a calendar
   * with `from` and `to`.
   */
  @Get('schedules')
  @Endpoint({ id: 'getSchedules', cost: 'search', permission: 'NONE', response: SchedulesResponse })
  listAll(
    @Query() query: ScheduleQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<SchedulesResponse> {
    return this.reads.list({}, query, caller, reader);
  }

  /** Lists the schedules of a project, by their next time. */
  @Get('projects/:projectId/schedules')
  @Endpoint({
    id: 'getProjectSchedules',
    cost: 'search',
    permission: 'NONE',
    response: SchedulesResponse,
  })
  list(
    @Param() { projectId }: ProjectParams,
    @Query() query: ScheduleQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<SchedulesResponse> {
    return this.reads.list({ projectId }, query, caller, reader);
  }

  /** Reads a schedule. */
  @Get('projects/:projectId/schedules/:id')
  @Endpoint({ id: 'getSchedule', permission: 'NONE', response: ScheduleResponse, params })
  get(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
  ): Promise<ScheduleResponse> {
    return this.reads.get({ projectId, id });
  }

  /**
   * Replaces what a schedule does and when. A suspended schedule is pending again. Whoever changes
   * it becomes its author, so it requires the permissions of creating it.
   */
  @Put('projects/:projectId/schedules/:id')
  @Endpoint({
    id: 'updateSchedule',
    cost: 'heavy',
    permission: TO_SCHEDULE,
    response: ScheduleResponse,
    params,
    refusals: [409],
  })
  @ApiBody({ type: ScheduleDto })
  replace(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() dto: ScheduleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ScheduleResponse | Beforehand<ScheduleResponse>> {
    return this.schedules.planned(dto, async (plan) => {
      await this.schedules.replace({ projectId, id }, plan, caller);
      return this.reads.get({ projectId, id });
    });
  }

  /**
   * Cancels a schedule. Requires the permission of its change, or one to turn the feature off. What
   * a window has switched stays as it is.
   */
  @Delete('projects/:projectId/schedules/:id')
  @Endpoint({ id: 'cancelSchedule', permission: TO_SCHEDULE, params, refusals: [409] })
  cancel(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.schedules.cancel({ projectId, id }, caller);
  }
}

/** Schedules changes of a feature. */
@ApiTags('Schedules')
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
    permission: TO_SCHEDULE,
    status: 201,
    response: ScheduleResponse,
    location: ({ id, project }: ScheduleResponse) =>
      `/api/admin/projects/${encodeURIComponent(project)}/schedules/${id}`,
  })
  @ApiBody({ type: ScheduleDto })
  add(
    @Param() at: FeatureEnvironmentParams,
    @Body() dto: ScheduleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ScheduleResponse | Beforehand<ScheduleResponse>> {
    return this.schedules.planned(dto, async (plan) => {
      const id = await this.schedules.add(at, plan, caller);
      return this.reads.get({ projectId: at.projectId, id });
    });
  }

  /** Lists the schedules of a feature in an environment, by their next time. */
  @Get('environments/:environment/schedule')
  @Endpoint({
    id: 'getFeatureEnvironmentSchedules',
    cost: 'search',
    permission: 'NONE',
    response: SchedulesResponse,
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
    permission: 'NONE',
    response: SchedulesResponse,
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

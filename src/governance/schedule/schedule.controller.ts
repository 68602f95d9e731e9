import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentReader } from '../../core/auth/current-reader.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import { TO_SCHEDULE } from './schedule-permissions.js';
import { ScheduleDto, ScheduleQuery } from './schedule.dto.js';
import { ScheduleReadModel } from './schedule.read-model.js';
import { ScheduleResponse, SchedulesResponse } from './schedule.response.js';
import { ScheduleService } from './schedule.service.js';

const tag = 'Schedules';
const params = { id: 'Id of the schedule.' };

/** Schedules of a project, and of all projects. */
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
  @Endpoint({
    id: 'getSchedules',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: SchedulesResponse,
    refusals: [400],
  })
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
    tag,
    permission: 'NONE',
    response: SchedulesResponse,
    refusals: [400, 404],
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
  @Endpoint({
    id: 'getSchedule',
    tag,
    permission: 'NONE',
    response: ScheduleResponse,
    params,
    refusals: [400, 404],
  })
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
    tag,
    permission: TO_SCHEDULE,
    response: ScheduleResponse,
    params,
    refusals: [400, 404, 409, 413, 415],
  })
  @ApiBody({ type: ScheduleDto })
  async replace(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @Body() dto: ScheduleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ScheduleResponse> {
    await this.schedules.replace({ projectId, id }, dto, caller);
    return this.reads.get({ projectId, id });
  }

  /**
   * Cancels a schedule. Requires the permission of its change, or one to turn the feature off. What
   * a window has switched stays as it is.
   */
  @Delete('projects/:projectId/schedules/:id')
  @Endpoint({
    id: 'cancelSchedule',
    tag,
    permission: TO_SCHEDULE,
    params,
    refusals: [400, 404, 409],
  })
  cancel(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.schedules.cancel({ projectId, id }, caller);
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import type { Reader } from '../database/database.js';
import { Database } from '../database/database.js';
import { BadDataError } from '../errors/general.errors.js';
import type { ScheduleQuery } from './schedule.dto.js';
import type { SchedulePlace } from './schedule.params.js';
import type { ScheduleResponse, SchedulesResponse } from './schedule.response.js';
import { LIST, READ } from './schedule.sql.js';
import { noSchedule } from './schedule.service.js';
import { ScheduleCalendar } from './schedule-calendar.js';

/** Maximum time between `from` and `to`. */
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** Where to look for schedules; absent parts match everything. */
export interface ScheduleScope {
  readonly projectId?: string;
  readonly featureName?: string;
  readonly environment?: string;
}

/** Reads schedules. */
@Injectable()
export class ScheduleReadModel {
  constructor(
    private readonly database: Database,
    private readonly calendar: ScheduleCalendar,
  ) {}

  /** @throws NotFoundError */
  async get({ projectId, id }: SchedulePlace): Promise<ScheduleResponse> {
    const [row] = await this.database.run(READ, [projectId, id]);
    if (!row) throw noSchedule({ projectId, id });
    return row.schedule;
  }

  /**
   * Lists schedules that the caller may see.
   * @throws BadDataError when the time is too long, or ends before it begins.
   */
  async list(
    scope: ScheduleScope,
    query: ScheduleQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<SchedulesResponse> {
    const range = rangeOf(query);
    const [row] = await this.database.longRead(reader, LIST, [
      caller.hiddenProjects,
      scope.projectId ?? null,
      scope.featureName ?? null,
      scope.environment ?? query.environment ?? null,
      query.state ?? null,
      range.from,
      range.to,
      query.limit,
      query.offset,
    ]);
    const { schedules, total } = row!;
    if (range.from !== null && range.to !== null)
      await this.calendar.addOccurrences(schedules, range.from, range.to);
    return { schedules, total };
  }
}

/** @throws BadDataError */
function rangeOf({ from, to }: ScheduleQuery): { from: string | null; to: string | null } {
  const [start, end] = [from, to].map((time) => (time === undefined ? null : new Date(time)));
  if (start && end && end <= start) throw new BadDataError('The time `to` must be after `from`.');
  if (start && end && end.getTime() - start.getTime() > MAX_DAYS * DAY_MS)
    throw new BadDataError(`Choose at most ${MAX_DAYS} days between \`from\` and \`to\`.`);
  return { from: start?.toISOString() ?? null, to: end?.toISOString() ?? null };
}

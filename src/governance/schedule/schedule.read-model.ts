import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Database } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type {
  SchedulePlace,
  ScheduleQuery,
  ScheduleResponse,
  SchedulesResponse,
} from './schedule.dto.js';
import { LIST, READ, type ScheduleCriteria } from './schedule.sql.js';
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
    const { from, to } = rangeOf(query);
    const { state, environment, limit, offset } = query;
    const { hiddenProjects } = caller;
    const criteria = { hiddenProjects, environment, ...scope, state, from, to };
    const [row] = await this.database.longRead(reader, LIST(criteria, limit, offset));
    const { schedules, total } = row!;
    if (from !== undefined && to !== undefined)
      await this.calendar.addOccurrences(schedules, from, to);
    return { schedules, total };
  }
}

/** The criteria as times of UTC. @throws BadDataError */
function rangeOf({ from, to }: ScheduleQuery): Pick<ScheduleCriteria, 'from' | 'to'> {
  const [start, end] = [from, to].map((time) => (time === undefined ? undefined : new Date(time)));
  if (start && end && end <= start) throw new BadDataError('The time `to` must be after `from`.');
  if (start && end && end.getTime() - start.getTime() > MAX_DAYS * DAY_MS)
    throw new BadDataError(`Choose at most ${MAX_DAYS} days between \`from\` and \`to\`.`);
  return { from: start?.toISOString(), to: end?.toISOString() };
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { refuseFilter, startOfDay } from '../../platform/http/filter.js';
import { FIRST_MS } from '../../platform/http/validation/calendar.js';
import type { Json } from '../../platform/http/json.js';
import type {
  InsightsQuery,
  InsightsResponse,
  LifecycleInsightsQuery,
  LifecycleInsightsResponse,
} from './instance-insights.dto.js';
import { READ_INSIGHTS, READ_LIFECYCLE_INSIGHTS } from './instance-insights.sql.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MAX_DAYS = 366;

/** Reads how the instance changed over time. */
@Injectable()
export class InstanceInsightsReadModel {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when the days are invalid or too many. */
  async trends(
    query: InsightsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<InsightsResponse>> {
    const last = startOfDay('to', query.to ?? textOf(Date.now()));
    const first = startOfDay(
      'from',
      query.from ?? textOf(Math.max(last - USUAL_DAYS * DAY_MS, FIRST_MS)),
    );
    if (last < first) refuseFilter('from', 'the day in to or an earlier one');
    if (last - first > MAX_DAYS * DAY_MS)
      refuseFilter('from', `at most ${MAX_DAYS} days before to`);
    const [row] = await this.database.longRead(reader, READ_INSIGHTS, [
      textOf(first),
      textOf(last),
      hiddenProjects,
    ]);
    return row!.answer;
  }

  async lifecycle(
    { projects = '' }: LifecycleInsightsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<LifecycleInsightsResponse>> {
    const named = projects.split(',').filter(Boolean);
    const [row] = await this.database.longRead(reader, READ_LIFECYCLE_INSIGHTS, [
      named.length > 0 ? named : null,
      hiddenProjects,
    ]);
    return row!.answer;
  }
}

const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

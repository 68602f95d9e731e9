import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { tableAsCsv } from '../../platform/http/csv.js';
import { refuseFilter, startOfDay, valuesIn } from '../../platform/http/filter.js';
import { FIRST_MS } from '../../platform/http/validation/calendar.js';
import type { Json, JsonParts } from '../../platform/http/json.js';
import { LISTS } from './instance-insights.dto.js';
import type {
  InsightsQuery,
  InsightsResponse,
  LifecycleInsightsQuery,
  LifecycleInsightsResponse,
} from './instance-insights.dto.js';
import {
  COUNT_PROJECTS,
  READ_INSIGHTS,
  READ_LIFECYCLE_INSIGHTS,
  READ_SEEN_INSIGHTS,
} from './instance-insights.sql.js';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MAX_DAYS = 366;
/** So many rows of days are read, and each week of a project has three in the answer. */
const MAX_PROJECT_DAYS = 200_000;

/** Reads how the instance changed over time. */
@Injectable()
export class InstanceInsightsReadModel {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when the days are invalid, or days or projects are too many. */
  async trends(
    query: InsightsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<InsightsResponse>> {
    const [wanted, last] = daysOf(query);
    const projects = namedIn(query);
    const [counted] = await this.database.run(COUNT_PROJECTS, [hiddenProjects, projects]);
    const first = query.from === undefined ? earliest(wanted, last, counted!.projects) : wanted;
    const days = (last - first) / DAY_MS + 1;
    if (counted!.projects * days > MAX_PROJECT_DAYS)
      refuseFilter('from', atMost(counted!.projects, days));
    const read = hiddenProjects.length > 0 ? READ_SEEN_INSIGHTS : READ_INSIGHTS;
    const [row] = await this.database.longRead(reader, read, [
      textOf(first),
      textOf(last),
      hiddenProjects,
      projects,
      first > wanted,
    ]);
    return row!.answer;
  }

  /**
   * One of the lists as CSV.
   * @throws BadDataError as {@link trends}.
   */
  async trendsCsv(query: InsightsQuery, caller: Caller, reader: Reader): Promise<JsonParts<never>> {
    const trends = JSON.parse(await this.trends(query, caller, reader)) as InsightsResponse;
    const { list = 'projectFlagTrends' } = query;
    const rows: readonly object[] = trends[list];
    return tableAsCsv(LISTS[list], rows);
  }

  /** @throws BadDataError when too many projects are named. */
  async lifecycle(
    query: LifecycleInsightsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<LifecycleInsightsResponse>> {
    const [row] = await this.database.longRead(reader, READ_LIFECYCLE_INSIGHTS, [
      namedIn(query),
      hiddenProjects,
    ]);
    return row!.answer;
  }
}

const textOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** The first and the last day of a request. */
function daysOf({ from, to }: InsightsQuery): [first: number, last: number] {
  const last = startOfDay('to', to ?? textOf(Date.now()));
  const first = startOfDay('from', from ?? textOf(Math.max(last - USUAL_DAYS * DAY_MS, FIRST_MS)));
  if (last < first) refuseFilter('from', 'the day in to or an earlier one');
  if (last - first > MAX_DAYS * DAY_MS) refuseFilter('from', `at most ${MAX_DAYS} days before to`);
  return [first, last];
}

/** The first day from which on the days of so many projects are few enough: at least the last. */
const earliest = (wanted: number, last: number, projects: number): number =>
  Math.max(wanted, last - (Math.max(1, Math.floor(MAX_PROJECT_DAYS / projects)) - 1) * DAY_MS);

/** The projects that a request names; null if it names none, which means all. */
function namedIn({ projects = '' }: LifecycleInsightsQuery): string[] | null {
  const named = valuesIn('projects', projects).filter(Boolean);
  return named.length > 0 ? named : null;
}

const atMost = (projects: number, days: number): string =>
  `so that days times projects are at most ${MAX_PROJECT_DAYS}, and not ${projects * days}: ` +
  `choose at most ${Math.floor(MAX_PROJECT_DAYS / projects)} days, or name projects`;

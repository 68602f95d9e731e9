import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { refuseFilter, startOfDay, valuesIn } from '../../platform/http/filter.js';
import { FIRST_MS } from '../../platform/http/validation/calendar.js';
import type { Json } from '../../platform/http/json.js';
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
    const [first, last] = daysOf(query);
    const projects = namedIn(query);
    const [counted] = await this.database.run(COUNT_PROJECTS, [hiddenProjects, projects]);
    const days = (last - first) / DAY_MS + 1;
    if (counted!.projects * days > MAX_PROJECT_DAYS)
      refuseFilter('from', atMost(counted!.projects, days));
    const read = hiddenProjects.length > 0 ? READ_SEEN_INSIGHTS : READ_INSIGHTS;
    const [row] = await this.database.longRead(reader, read, [
      textOf(first),
      textOf(last),
      hiddenProjects,
      projects,
    ]);
    return row!.answer;
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

/** The projects that a request names; null if it names none, which means all. */
function namedIn({ projects = '' }: LifecycleInsightsQuery): string[] | null {
  const named = valuesIn('projects', projects).filter(Boolean);
  return named.length > 0 ? named : null;
}

const atMost = (projects: number, days: number): string =>
  `so that days times projects are at most ${MAX_PROJECT_DAYS}, and not ${projects * days}: ` +
  `choose at most ${Math.floor(MAX_PROJECT_DAYS / projects)} days, or name projects`;

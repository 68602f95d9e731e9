import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type {
  SchedulePlace,
  ScheduleQuery,
  ScheduleResponse,
  SchedulesResponse,
} from './schedule.dto.js';
import { LIST, READ, READ_LOCAL_TIMES, READ_RULES, type ScheduleCriteria } from './schedule.sql.js';
import { noSchedule } from './schedule.service.js';
import type { RowOf } from '../../platform/database/statement.js';
import { Sandbox } from '../../platform/sandbox/sandbox.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { Recurrence } from './recurrence.js';
import { answerTo, isSlow, ruleTimes } from './rule-times.js';

/** Maximum number of times per schedule. */
const MAX_TIMES = 100;
/** The same with those that a change of the clocks moves out of the range, or onto others. */
const MAX_FOUND = MAX_TIMES + 25;
/** Maximum number of times of slow rules together, and how long they are looked for. */
const MAX_SLOW_TIMES = 500;
const MAX_SLOW_MS = 1_000;

type Rule = RowOf<typeof READ_RULES>;
type Found = { rule: Rule; local: string };

/** Computes when recurring schedules start. */
@Injectable()
export class ScheduleCalendar {
  constructor(
    private readonly database: Database,
    private readonly sandbox: Sandbox,
  ) {}

  /** Adds the times from `from` until before `to` at which pending schedules start. */
  async addOccurrences(
    schedules: readonly ScheduleResponse[],
    from: string,
    to: string,
  ): Promise<void> {
    const pending = schedules.filter(({ state }) => state === 'pending');
    for (const schedule of pending) schedule.occurrences = startIn(schedule, from, to);
    const recurring = pending.filter(({ rule }) => rule !== null);
    if (recurring.length === 0) return;
    const ids = recurring.map(({ id }) => id);
    const rules = await this.database.run(READ_RULES, [ids, from, to]);
    const byId = new Map(recurring.map((schedule) => [schedule.id, schedule]));
    for (const [rule, at] of await this.timesOf(rules, Date.parse(from), Date.parse(to)))
      byId.get(rule.id)!.occurrences!.push(at);
    for (const schedule of recurring)
      schedule.occurrences = [...new Set(schedule.occurrences)].sort().slice(0, MAX_TIMES);
  }

  private async timesOf(
    rules: readonly Rule[],
    from: number,
    to: number,
  ): Promise<[Rule, string][]> {
    const found = [...(await quickTimes(rules)), ...(await this.slowTimes(rules))];
    const times = await this.database.run(READ_LOCAL_TIMES, [
      found.map(({ local }) => local),
      found.map(({ rule }) => rule.timeZone),
    ]);
    return times.flatMap(({ at, epoch }, index): [Rule, string][] => {
      const { rule } = found[index]!;
      const isIn = 1000 * epoch >= from && 1000 * epoch < to && epoch > rule.nextEpoch;
      return isIn && epoch <= (rule.untilEpoch ?? Infinity) ? [[rule, at]] : [];
    });
  }

  /** The local times of slow rules; of none whose next time alone may take seconds to find. */
  private async slowTimes(rules: readonly Rule[]): Promise<Found[]> {
    const end = performance.now() + MAX_SLOW_MS;
    const found: Found[] = [];
    for (const rule of rules.filter(isSlow)) {
      const most = Math.min(MAX_FOUND, MAX_SLOW_TIMES - found.length);
      if (most === 0 || performance.now() > end) break;
      if (new Recurrence(rule.rule, rule.start).isTooDense) continue;
      const answer = await ruleTimes({ ...questionOf(rule), most }, this.sandbox);
      if ('times' in answer) for (const local of answer.times) found.push({ rule, local });
    }
    return found;
  }
}

/** The next start of a schedule if it is within the time. */
function startIn(
  { nextAt, action, nextAction }: ScheduleResponse,
  from: string,
  to: string,
): string[] {
  const isStart = nextAt !== null && action === nextAction;
  const time = isStart ? Date.parse(nextAt) : NaN;
  return time >= Date.parse(from) && time < Date.parse(to) ? [nextAt!] : [];
}

/** The local times of other rules. */
async function quickTimes(rules: readonly Rule[]): Promise<Found[]> {
  const found: Found[] = [];
  const quick = rules.filter((rule) => !isSlow(rule));
  await new TimeSlice().forEach(quick, (rule) => {
    const answer = answerTo({ ...questionOf(rule), most: MAX_FOUND });
    if ('times' in answer) for (const local of answer.times) found.push({ rule, local });
  });
  return found;
}

/** Asks for the times after the next one, until the end of the range. */
function questionOf({ rule, start, localAfter: after, localTo: to }: Rule) {
  return { rule, start, after, to };
}

/** Maximum time between `from` and `to`. */
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;

/** Where to look for schedules; absent parts match everything. */
interface ScheduleScope {
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

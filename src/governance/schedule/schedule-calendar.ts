import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { RowOf } from '../../platform/database/statement.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { Recurrence } from './recurrence.js';
import type { ScheduleResponse } from './schedule.dto.js';
import { READ_LOCAL_TIMES, READ_RULES } from './schedule.sql.js';

/** Maximum number of times per schedule. */
const MAX_TIMES = 100;
/** The same with those that a change of the clocks moves out of the range, or onto others. */
const MAX_FOUND = MAX_TIMES + 25;
/** Maximum number of times of slow rules together, which take about a second. */
const MAX_SLOW_TIMES = 500;

type Rule = RowOf<typeof READ_RULES>;

/** Computes when recurring schedules start. */
@Injectable()
export class ScheduleCalendar {
  constructor(private readonly database: Database) {}

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
    const found = await localTimesOf(rules);
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

/** The local times of rules after their next ones, until the ends of their ranges. */
async function localTimesOf(rules: readonly Rule[]): Promise<{ rule: Rule; local: string }[]> {
  const slice = new TimeSlice();
  const found: { rule: Rule; local: string }[] = [];
  let slowTimes = 0;
  for (const rule of rules) {
    const recurrence = new Recurrence(rule.rule, rule.localStart);
    let times = 0;
    for (const local of recurrence.after(rule.localAfter)) {
      if (local > rule.localTo || ++times > MAX_FOUND) break;
      if (recurrence.isSlow && ++slowTimes > MAX_SLOW_TIMES) break;
      found.push({ rule, local });
      if (slice.isOver) await slice.pause();
    }
  }
  return found;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** In the order of `Date.getUTCDay`. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** WKST counts only for rules that skip weeks. */
const PARTS: readonly string[] = [
  'FREQ',
  'INTERVAL',
  'BYDAY',
  'BYHOUR',
  'BYMINUTE',
  'WKST',
  'COUNT',
  'UNTIL',
];

/**
 * A recurrence rule that selects days by their distance from the start and by their weekday: daily
 * rules, and weekly ones that skip no week, also at several times of these days. Most rules are
 * such, and a time costs a thousandth of what the library takes.
 */
export class DayRule {
  private constructor(
    private readonly startMs: number,
    private readonly stepMs: number,
    private readonly weekdays: readonly number[],
    /** The times of a day, in milliseconds since midnight, in order. */
    private readonly timesMs: readonly number[],
  ) {}

  /**
   * @param parts Parts of a rule that has been checked.
   * @param start Local time of the start.
   * @returns Undefined for other rules.
   */
  static of(parts: ReadonlyMap<string, string>, start: string): DayRule | undefined {
    const isWeekly = parts.get('FREQ') === 'WEEKLY';
    const interval = Number(parts.get('INTERVAL') ?? 1);
    if (isWeekly ? interval !== 1 : parts.get('FREQ') !== 'DAILY') return undefined;
    if ([...parts.keys()].some((name) => !PARTS.includes(name))) return undefined;
    const startMs = timeOf(start);
    const first = new Date(startMs);
    const byDefault = isWeekly ? [WEEKDAYS[first.getUTCDay()]!] : WEEKDAYS;
    const names = parts.get('BYDAY')?.split(',') ?? byDefault;
    const weekdays = names.map((name) => WEEKDAYS.indexOf(name));
    if (weekdays.includes(-1)) return undefined;
    const secondMs = startMs % MINUTE_MS;
    const minutes = numbersOf(parts.get('BYMINUTE')) ?? [first.getUTCMinutes()];
    const times = (numbersOf(parts.get('BYHOUR')) ?? [first.getUTCHours()]).flatMap((hour) =>
      minutes.map((minute) => hour * HOUR_MS + minute * MINUTE_MS + secondMs),
    );
    const inOrder = [...new Set(times)].sort((one, other) => one - other);
    return new DayRule(startMs, interval * DAY_MS, weekdays, inOrder);
  }

  /** The occurrences after a local time, as times of UTC in milliseconds. */
  *after(local: string): Generator<number> {
    const afterMs = timeOf(local);
    const startDayMs = Math.floor(this.startMs / DAY_MS) * DAY_MS;
    const passed = Math.floor((afterMs - startDayMs) / this.stepMs);
    let dayMs = startDayMs + Math.max(0, passed) * this.stepMs;
    // Weekdays repeat after seven steps, whatever the interval.
    for (let missed = 0; missed < WEEKDAYS.length; dayMs += this.stepMs) {
      const isOne = this.weekdays.includes(new Date(dayMs).getUTCDay());
      missed = isOne ? 0 : missed + 1;
      if (!isOne) continue;
      for (const timeMs of this.timesMs) {
        const time = dayMs + timeMs;
        if (time > afterMs && time >= this.startMs) yield time;
      }
    }
  }
}

/** The numbers of a list; undefined without one. */
function numbersOf(list: string | undefined): number[] | undefined {
  return list?.split(',').map(Number);
}

/** A local time as if it were one of UTC, in milliseconds. */
function timeOf(local: string): number {
  return Date.parse(`${local.slice(0, 19)}Z`);
}

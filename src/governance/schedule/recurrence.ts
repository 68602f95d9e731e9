import { RRuleTemporal } from 'rrule-temporal';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { isMoment } from '../../platform/http/validation/calendar.js';

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
class DayRule {
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

/** Periods, such as days, that are examined for occurrences before giving up: ten years of days. */
const MAX_PERIODS = 3_700;
/** Times within periods that are examined before giving up. */
const MAX_CANDIDATES = 20_000;
/** Upper bound on COUNT. */
const MAX_COUNT = 366;
/** Times in a year, month, week or day: all of a period are computed to find one of them. */
const MAX_PER_PERIOD = 3_000;
const MAX_INTERVAL = 1_000;
const MONTHS = 12;
const DAYS_OF_MONTH = 31;
/** Years have four digits, so nothing occurs later. */
const END_MS = Date.UTC(10_000, 0);
/** Longer than any change of the clocks. */
const CLOCK_CHANGE_MS = 3 * 3_600_000;

/** A list of numbers of a rule, from `least` to `most`; also counted from the end if so. */
interface NumberList {
  readonly least: number;
  readonly most: number;
  readonly isSigned?: boolean;
}

const LISTS: Readonly<Record<string, NumberList>> = {
  BYMONTH: { least: 1, most: 12 },
  BYMONTHDAY: { least: 1, most: 31, isSigned: true },
  BYHOUR: { least: 0, most: 23 },
  BYMINUTE: { least: 0, most: 59 },
  BYSETPOS: { least: 1, most: 366, isSigned: true },
};
const WEEKDAY = 'MO|TU|WE|TH|FR|SA|SU';
const TEXTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,2}$/,
  UNTIL: /^\d{8}(T\d{6}Z)?$/,
  BYDAY: new RegExp(`^([+-]?[1-5]?(${WEEKDAY}))(,[+-]?[1-5]?(${WEEKDAY})){0,34}$`),
  WKST: new RegExp(`^(${WEEKDAY})$`),
};

/**
 * The times of a recurrence rule (RFC 5545), as local times of its time zone without an offset,
 * like `2030-01-31T18:00:00`. PostgreSQL converts them, so that its time zones and its clock apply.
 * The cost of each question is bounded, whatever the rule and however old its start.
 */
export class Recurrence {
  /** How often it occurs; null for no limit. */
  readonly count: number | null;
  /** The last possible time, local unless it ends in `Z`; null for none. */
  readonly until: string | null;
  private readonly days: DayRule | undefined;
  /** How many times there can be in a period; 1 for those that are found without the others. */
  private readonly perPeriod: number;
  private readonly text: string;
  private built: RRuleTemporal | undefined;

  /**
   * @param start Local time of the start.
   * @throws BadDataError when a part is invalid or not supported.
   */
  constructor(
    rule: string,
    private readonly start: string,
  ) {
    const parts = partsOf(rule);
    this.count = parts.has('COUNT') ? Number(parts.get('COUNT')) : null;
    this.until = untilOf(parts.get('UNTIL'));
    this.days = DayRule.of(parts, start);
    this.perPeriod = this.days ? 1 : mostInPeriod(parts);
    const repeating = [...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL');
    const text = repeating.map(([name, value]) => `${name}=${value}`).join(';');
    this.text = `DTSTART:${start.slice(0, 19).replace(/[-:]/g, '')}Z\nRRULE:${text}`;
  }

  /**
   * Built when it is needed, since that takes half a millisecond, for day rules never.
   * @throws BadDataError when it is invalid.
   */
  private get rule(): RRuleTemporal {
    return (this.built ??= built(this.text));
  }

  /**
   * The first `most` occurrences, or fewer. The caller has to respect COUNT and UNTIL.
   * @throws BadDataError when it occurs too rarely to find them, or too often in a period.
   */
  first(most: number): string[] {
    if (this.isTooDense)
      throw invalid(
        `It can have ${this.perPeriod} times in a period, more than ${MAX_PER_PERIOD}. Use a ` +
          'shorter period, such as FREQ=DAILY.',
      );
    const found: string[] = [];
    for (const local of this.days ? this.after(shifted(this.start, -1000)) : this.all(most)) {
      found.push(local);
      if (found.length === most) break;
    }
    return found;
  }

  private all(most: number): string[] {
    const { rule } = this;
    try {
      return rule
        .all((_, index) => index < most)
        .filter(({ epochMilliseconds }) => epochMilliseconds < END_MS)
        .map(({ epochMilliseconds }) => localOf(epochMilliseconds));
    } catch {
      throw invalid('It occurs too rarely.');
    }
  }

  /** Whether an occurrence takes a millisecond to find, or much longer. */
  get isSlow(): boolean {
    return !this.days;
  }

  /** Whether an earlier version accepted it though one occurrence may take seconds to find. */
  get isTooDense(): boolean {
    return this.perPeriod > MAX_PER_PERIOD;
  }

  /**
   * Occurrences among which is the first one after a moment, given by its local time, whatever
   * COUNT and UNTIL; none when none is found within the bounds. When the clocks change, local times
   * do not tell which moment is earlier.
   */
  around(moment: string): string[] {
    const last = shifted(moment, CLOCK_CHANGE_MS);
    const found: string[] = [];
    for (const local of this.after(shifted(moment, -CLOCK_CHANGE_MS))) {
      found.push(local);
      if (local > last) break;
    }
    return found;
  }

  /** The occurrences after a local time, soonest first, whatever COUNT and UNTIL. */
  *after(local: string): Generator<string> {
    if (this.days) for (const time of this.days.after(local)) yield localOf(time);
    else for (let next = this.find(local); next !== undefined; next = this.find(next)) yield next;
  }

  private find(after: string): string | undefined {
    const { rule } = this;
    try {
      const found = rule.next(new Date(`${after.slice(0, 19)}Z`));
      return found && found.epochMilliseconds < END_MS
        ? localOf(found.epochMilliseconds)
        : undefined;
    } catch {
      return undefined;
    }
  }
}

/** @throws BadDataError when the rule is invalid. */
function built(rruleString: string): RRuleTemporal {
  try {
    return new RRuleTemporal({
      rruleString,
      maxIterations: MAX_PERIODS,
      maxCandidateEvaluations: MAX_CANDIDATES,
      strict: true,
      cache: false,
    });
  } catch (error) {
    throw invalid(`${(error as Error).message}.`);
  }
}

/** A local time that many milliseconds later. */
export function shifted(local: string, milliseconds: number): string {
  return localOf(Date.parse(`${local.slice(0, 19)}Z`) + milliseconds);
}

/** A local time without an offset, in seconds. */
function localOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

/** @throws BadDataError */
function partsOf(rule: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of rule
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (rest.length > 0 || parts.has(name) || !isPart(name, value))
      throw invalid(`The part "${part}" is invalid or not supported.`);
    parts.set(name, value);
  }
  if (!parts.has('FREQ')) throw invalid('FREQ is missing.');
  if (Number(parts.get('COUNT') ?? 0) > MAX_COUNT) throw invalid(`COUNT is above ${MAX_COUNT}.`);
  if (Number(parts.get('INTERVAL') ?? 1) > MAX_INTERVAL)
    throw invalid(`INTERVAL is above ${MAX_INTERVAL}.`);
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw invalid('COUNT and UNTIL exclude each other.');
  return parts;
}

function isPart(name: string, value: string): boolean {
  const list = LISTS[name];
  if (!list) return TEXTS[name]?.test(value) ?? false;
  const values = value.split(',');
  return values.length <= list.most * 2 && values.every((one) => isWithin(one, list));
}

function isWithin(text: string, { least, most, isSigned = false }: NumberList): boolean {
  if (!/^[+-]?\d{1,3}$/.test(text) || (!isSigned && !/^\d/.test(text))) return false;
  const number = Math.abs(Number(text));
  return number >= least && number <= most;
}

/** An upper bound on the times in one period of a rule. */
function mostInPeriod(parts: ReadonlyMap<string, string>): number {
  const count = (name: string): number => parts.get(name)?.split(',').length ?? 0;
  const picksDays = count('BYDAY') + count('BYMONTHDAY') > 0;
  const inMonth = count('BYMONTHDAY') || (picksDays ? DAYS_OF_MONTH : 1);
  const months = count('BYMONTH') || (picksDays ? MONTHS : 1);
  const days = {
    DAILY: 1,
    WEEKLY: count('BYDAY') || 1,
    MONTHLY: inMonth,
    YEARLY: months * inMonth,
  }[parts.get('FREQ')!]!;
  return days * (count('BYHOUR') || 1) * (count('BYMINUTE') || 1);
}

/** UNTIL as a time. A date means the end of that day, as a local time. */
function untilOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const iso = text
    .replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
    .replace(/T(\d\d)(\d\d)(\d\d)Z$/, 'T$1:$2:$3Z');
  if (!isMoment(iso)) throw invalid('UNTIL is no valid time.');
  return iso.endsWith('Z') ? iso : `${iso}T23:59:59`;
}

function invalid(reason: string): BadDataError {
  return new BadDataError(
    `The recurrence rule is invalid. ${reason} Use a rule of RFC 5545 such as ` +
      'FREQ=WEEKLY;BYDAY=MO,WE.',
  );
}

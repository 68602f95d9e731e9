import { dayOf } from '../../../../kit/moment.js';
import { moments, periods } from '../../../../texts/format.js';

export type View = 'week' | 'month';

/** Whole weeks that a calendar shows, from a Monday on, in the reader's time zone. */
export interface Period {
  title: string;
  /** Each day, at its first moment. */
  days: readonly Date[];
  /** The first moment after it. */
  end: Date;
  /** Whether a day is one of another month, shown to complete a week. */
  isOutside: (day: Date) => boolean;
  /** A day of the period before, and of the one after, as in addresses. */
  before: string;
  after: string;
}

const days = periods({ dateStyle: 'medium' });
const month = moments({ month: 'long', year: 'numeric' });

/** A day some days later; days are not always 24 hours long. */
const later = (day: Date, days: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);

const mondayOf = (day: Date): Date => later(day, -((day.getDay() + 6) % 7));

/** The day that an address names, such as `2030-01-31`; today when it names none. */
export function dayNamed(text: string | null, now = new Date()): Date {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  const found = new Date(Number(year), Number(month) - 1, Number(day));
  return Number.isNaN(found.getTime()) ? later(now, 0) : found;
}

/** The week or the month of a day. */
export function periodOf(view: View, day: Date): Period {
  return view === 'week' ? weekOf(day) : monthOf(day);
}

function weekOf(day: Date): Period {
  const first = mondayOf(day);
  return {
    title: days(first, later(first, 6)),
    ...daysFrom(first, 7),
    isOutside: () => false,
    before: dayOf(later(first, -7)),
    after: dayOf(later(first, 7)),
  };
}

function monthOf(day: Date): Period {
  const first = new Date(day.getFullYear(), day.getMonth(), 1);
  const next = new Date(day.getFullYear(), day.getMonth() + 1, 1);
  const from = mondayOf(first);
  const weeks = Math.ceil(Math.round((next.getTime() - from.getTime()) / 86_400_000) / 7);
  return {
    title: month(first),
    ...daysFrom(from, 7 * weeks),
    isOutside: (one) => one.getMonth() !== first.getMonth(),
    before: dayOf(new Date(day.getFullYear(), day.getMonth() - 1, 1)),
    after: dayOf(next),
  };
}

const daysFrom = (first: Date, count: number): Pick<Period, 'days' | 'end'> => ({
  days: Array.from({ length: count }, (_, index) => later(first, index)),
  end: later(first, count),
});

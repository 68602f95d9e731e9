import { auditTexts } from '../../../texts/audit.js';

/** How far around a time events are found, to both sides. */
const AROUND_MS = 30 * 60_000;

/** English names of periods, which the search understands in every language, with spaces. */
export type PeriodName = 'today' | 'yesterday' | 'this-week' | 'last-week';

/** The first day of each period, counted from today or from Monday, and its days. */
const PERIODS: Readonly<Record<PeriodName, { first: number; days: number; isWeek?: true }>> = {
  today: { first: 0, days: 1 },
  yesterday: { first: -1, days: 1 },
  'this-week': { first: 0, days: 7, isWeek: true },
  'last-week': { first: -7, days: 7, isWeek: true },
};
const NAMES = Object.keys(PERIODS) as PeriodName[];

/** What a text of the search means: a period, which can be absent, and the words beside it. */
export interface SearchWords {
  text: string;
  from?: Date;
  to?: Date;
}

/**
 * Understands `turned off yesterday 14:00`: a period, or half an hour around a time of its first
 * day, on the clock of the person, in English and in the language of the texts.
 */
export function wordsOfSearch(query: string, now = new Date(), texts = auditTexts): SearchWords {
  const found = momentIn(texts.periods, texts.atTime).exec(query);
  const period = found && periodOf(found[1]!, now, texts.periods);
  if (!found || !period || Number.isNaN(period.from.getTime())) return { text: query };
  const text = query.replace(found[0], ' ').replace(/\s+/g, ' ').trim();
  if (found[2] === undefined) return { text, ...period };
  const at = new Date(period.from);
  at.setHours(Number(found[2]), Number(found[3]));
  return {
    text,
    from: new Date(at.getTime() - AROUND_MS),
    to: new Date(at.getTime() + AROUND_MS),
  };
}

const spoken = (name: PeriodName): string => name.replace('-', ' ');

type Translated = typeof auditTexts.periods;

/** A period and perhaps a time of day, such as `14:00`, or `14h00` in French. */
function momentIn(translated: Translated, atTime: string): RegExp {
  const names = [...NAMES.map(spoken), ...Object.values(translated)];
  const words = names.join('|').replaceAll('’', "['’]");
  const time = String.raw`(?:,?\s+(?:(?:at|${atTime})\s+)?(\d{1,2})[:h](\d{2})(?!\d))?`;
  return new RegExp(
    String.raw`(?<![\p{L}\d])(${words}|\d{4}-\d{2}-\d{2})(?![\p{L}\d])${time}`,
    'iu',
  );
}

function periodOf(word: string, now: Date, translated: Translated) {
  const said = word.toLowerCase().replace("'", '’');
  const name = NAMES.find((english) => spoken(english) === said || translated[english] === said);
  if (!name) return { from: startOfDay(word), to: startOfNextDay(startOfDay(word)) };
  const { first, days, isWeek } = PERIODS[name];
  const fromToday = first - (isWeek ? (now.getDay() + 6) % 7 : 0);
  const start = (day: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + fromToday + day);
  return { from: start(0), to: start(days) };
}

/** The start of a day, such as `2026-11-25`, on the clock of the person. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00`);

/** Days can have 23 or 25 hours. */
export const startOfNextDay = (day: Date): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);

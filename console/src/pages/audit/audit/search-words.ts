const DAY_MS = 86_400_000;
/** How far around a time events are found, to both sides. */
const AROUND_MS = 30 * 60_000;
const MOMENT = /\b(today|yesterday|\d{4}-\d{2}-\d{2})\b(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})\b)?/i;

/** What a text of the search means: a period, which can be absent, and the words beside it. */
export interface SearchWords {
  text: string;
  from?: Date;
  to?: Date;
}

/**
 * Understands `turned off yesterday 14:00`: a day, or half an hour around a time, on the clock of
 * the person.
 */
export function wordsOfSearch(query: string, now = new Date()): SearchWords {
  const found = MOMENT.exec(query);
  const start = found && startOfDay(found[1]!.toLowerCase(), now);
  if (!found || !start || Number.isNaN(start.getTime())) return { text: query };
  const text = query.replace(found[0], ' ').replace(/\s+/g, ' ').trim();
  if (found[2] === undefined) return { text, from: start, to: startOfNextDay(start) };
  const at = new Date(start);
  at.setHours(Number(found[2]), Number(found[3]));
  return {
    text,
    from: new Date(at.getTime() - AROUND_MS),
    to: new Date(at.getTime() + AROUND_MS),
  };
}

/** The start of a day on the clock of the person; the day is `today`, `yesterday` or a date. */
export function startOfDay(day: string, now = new Date()): Date {
  if (/^\d/.test(day)) return new Date(`${day}T00:00`);
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  if (day === 'yesterday') start.setDate(start.getDate() - 1);
  return start;
}

/** Days can have 23 or 25 hours. */
export function startOfNextDay(start: Date): Date {
  const next = new Date(start.getTime() + 1.5 * DAY_MS);
  next.setHours(0, 0, 0, 0);
  return next;
}

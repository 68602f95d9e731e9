import { isISO8601 } from 'class-validator';

const DAY = /^\d{4}-\d\d-\d\d/;
/** The times that both JavaScript and PostgreSQL write with a year of four digits. */
export const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const END_MS = Date.UTC(10_000, 0);

/** Whether a text like `2026-01-31` is a day of the calendar. */
export function isDay(text: string): boolean {
  return text.length === '2026-01-31'.length && isMoment(text);
}

/**
 * Whether a text is an ISO 8601 date, or date and time, of the years 1 to 9999 in UTC. Only such
 * times can be sent to PostgreSQL, after `new Date(text).toISOString()`.
 */
export function isMoment(text: string): boolean {
  if (!DAY.test(text) || !isISO8601(text)) return false;
  const time = Date.parse(text);
  return time >= FIRST_MS && time < END_MS && isOfCalendar(text.slice(0, 10));
}

/** Whether there is such a day. `Date` takes 30 February for 2 March. */
function isOfCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

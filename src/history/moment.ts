import { BadDataError } from '../errors/general.errors.js';

/** A date-time of RFC 3339, section 5.6. */
const RFC_3339 = new RegExp(
  String.raw`^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?` +
    String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`,
);

/** Start of the year 1, before which neither RFC 3339 nor PostgreSQL has a date like these. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');

/**
 * A moment of the past from a query parameter, as text in UTC with its full precision. PostgreSQL
 * accepts fewer offsets than RFC 3339.
 * @throws BadDataError when it is no RFC 3339 date-time, or in the future.
 */
export function momentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  const fraction = RFC_3339.exec(text)?.[1] ?? '';
  const time = RFC_3339.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : NaN;
  if (!(time >= FIRST))
    throw refusal(
      name,
      `must be an RFC 3339 date-time such as 2026-11-22T03:12:00Z${hintFor(text)}`,
    );
  if (time > Date.now()) throw refusal(name, 'must not be in the future');
  return `${new Date(time).toISOString().slice(0, 19)}${fraction}Z`;
}

/** A plus sign in a URL is a blank unless it is encoded. */
function hintFor(text: string): string {
  return / \d\d:\d\d$/.test(text) ? '; write its + as %2B' : '';
}

/** Whether a month has this day; JavaScript would go on in the next month. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  const isValid = !text.startsWith('0000') && !Number.isNaN(day.getTime());
  return isValid && day.toISOString().startsWith(text);
}

function refusal(name: string, problem: string): BadDataError {
  return new BadDataError(`The query parameter "${name}" ${problem}.`, [
    { message: `It ${problem}.`, path: `/query/${name}` },
  ]);
}

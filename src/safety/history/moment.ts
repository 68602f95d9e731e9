import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { isMoment } from '../../platform/http/validation/calendar.js';

/** A date-time of RFC 3339, section 5.6. */
const RFC_3339 = new RegExp(
  String.raw`^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?` +
    String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`,
);

/**
 * A moment of the past from a query parameter, as text in UTC with its full precision. PostgreSQL
 * accepts fewer offsets than RFC 3339.
 * @throws BadDataError when it is no RFC 3339 date-time, or in the future.
 */
export function momentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.toUpperCase() : '';
  const fraction = RFC_3339.exec(text)?.[1] ?? '';
  const time = RFC_3339.test(text) && isMoment(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time))
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

function refusal(name: string, problem: string): BadDataError {
  return new BadDataError(`The query parameter "${name}" ${problem}.`, [
    { message: `It ${problem}.`, path: `/query/${name}` },
  ]);
}

/** Injects the moment of `asOf` into a handler that answers from history; undefined without it. */
export const FormerMoment = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const { asOf } = context.switchToHttp().getRequest<CalledRequest>().query;
    return asOf === undefined ? undefined : momentOf('asOf', asOf);
  },
);

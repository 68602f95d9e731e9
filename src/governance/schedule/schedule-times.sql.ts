import { statement } from '../../platform/database/statement.js';

/** A local time without an offset, like `2030-01-31T18:00:00`. */
export const localTime = (time: string, zone: string): string =>
  `to_char((${time}) AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** Compares a time with the clock of the database, and converts it to the local time of a zone. */
export const READ_TIME = statement<
  [at: string, zone: string, maxHours: number],
  { isPast: boolean; isFar: boolean; local: string }
>(
  'schedule-times.read-time',
  /* sql */ `
    SELECT $1::timestamptz <= now() AS "isPast",
           $1::timestamptz > now() + make_interval(hours => $3) AS "isFar",
           ${localTime('$1::timestamptz', '$2')} AS local`,
);

/** Converts local times of zones, in this order. */
export const READ_LOCAL_TIMES = statement<
  [locals: readonly string[], zones: readonly string[]],
  { at: string; epoch: number }
>(
  'schedule-times.read-local-times',
  /* sql */ `
    SELECT iso8601(t.local::timestamp AT TIME ZONE t.zone) AS at,
           extract(epoch FROM t.local::timestamp AT TIME ZONE t.zone)::float8 AS epoch
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS t(local, zone, n) ORDER BY t.n`,
);

/** Longer than any change of the clocks. */
const CLOCK_CHANGE = `interval '3 hours'`;

/**
 * The rules of recurring schedules, and the local times between which to look for occurrences after
 * the next one. They are some hours apart from it and from the range, since the clocks may change.
 */
export const READ_RULES = statement<
  [ids: readonly number[], from: string, to: string],
  {
    id: number;
    rule: string;
    timeZone: string;
    localStart: string;
    localAfter: string;
    localTo: string;
    nextEpoch: number;
    untilEpoch: number | null;
  }
>(
  'schedule-times.read-rules',
  /* sql */ `
    SELECT s.id, s.rule, s.time_zone AS "timeZone",
           ${localTime('s.starts_at', 's.time_zone')} AS "localStart",
           ${localTime(`GREATEST(s.next_at, $2::timestamptz) - ${CLOCK_CHANGE}`, 's.time_zone')}
             AS "localAfter",
           ${localTime(`$3::timestamptz + ${CLOCK_CHANGE}`, 's.time_zone')} AS "localTo",
           extract(epoch FROM s.next_at)::float8 AS "nextEpoch",
           extract(epoch FROM s.until_at)::float8 AS "untilEpoch"
      FROM schedule s WHERE s.id = ANY ($1::int[]) AND s.rule IS NOT NULL ORDER BY s.id`,
);

import { statement } from '../../platform/database/statement.js';

/** Tallies at most about so many events, but never a part of a transaction. */
export const ADVANCE = statement<[events: number], { isMore: boolean }>(
  'event-tally.advance',
  'SELECT advance_event_tally($1) AS "isMore"',
);

export const SETTLE_RESTORED = statement<[], { settled: boolean }>(
  'event-tally.settle-restored',
  'SELECT settle_restored_events() AS settled',
);

// What summaries read of the tallies that advance_event_tally() keeps. A count has up to three
// parts: tallied days, the rest of the day in which the period starts, and the events that are not
// tallied yet. Each event is in exactly one part.

/** Transactions below it are tallied. */
const TALLY_HORIZON = '(SELECT transaction_id FROM event_tally_horizon)';

/**
 * Whether no tally counts the event `e` yet. Such events are few, as the tallies advance every few
 * seconds. The upper bound only serves the planner: it estimates a bounded range as small and uses
 * the index.
 */
export const isUntallied = (e: string): string => /* sql */ `(
  ${e}.transaction_id >= ${TALLY_HORIZON}
  AND ${e}.transaction_id <= '18446744073709551615'::xid8)`;

/** The events that no tally counts yet. */
export const UNTALLIED = /* sql */ `(
  SELECT e.id, e.type, e.project, e.feature_name, e.environment, e.created_at FROM event e
   WHERE ${isUntallied('e')})`;

/** Rows `feature_name, id, created_at` of features that were turned on and are not tallied yet. */
export const UNTALLIED_ON = /* sql */ `(
  SELECT DISTINCT ON (e.feature_name) e.feature_name, e.id, e.created_at
    FROM ${UNTALLIED} e JOIN environment place ON place.name = e.environment
   WHERE e.type = 'feature-environment-enabled' AND place.type = 'production'
   ORDER BY e.feature_name, e.id)`;

const utcDay = (moment: string): string => `(${moment} AT TIME ZONE 'UTC')::date`;
const endOfDay = (moment: string): string =>
  `((${utcDay(moment)} + 1)::timestamp AT TIME ZONE 'UTC')`;

/**
 * Numbers of events of a project by UTC day since a moment: `day, events`, several rows per day.
 * `isCounted` is a condition on a type.
 */
export const eventsByDay = (
  project: string,
  start: string,
  isCounted: (type: string) => string,
): string => /* sql */ `(
  SELECT t.day, t.events FROM event_project_tally t
   WHERE t.project = ${project} AND t.day > ${utcDay(start)} AND ${isCounted('t.type')}
  UNION ALL
  SELECT ${utcDay('e.created_at')}, 1 FROM event e
   WHERE e.project = ${project}
     AND e.created_at > ${start} AND e.created_at < ${endOfDay(start)}
     -- Ids follow times by at most an hour, in either direction. Compared as rows, they are a range
     -- of the index by project, whose events of that day are read and no others.
     AND (e.project, e.id) >= (${project}, (SELECT first_event_since(${start})))
     AND (e.project, e.id)
       < (${project}, (SELECT first_event_since(${endOfDay(start)} + interval '2 hours')))
     -- IS TRUE keeps the planner from the index by transaction, which has nearly all events here.
     AND (e.transaction_id < ${TALLY_HORIZON}) IS TRUE AND ${isCounted('e.type')}
  UNION ALL
  SELECT ${utcDay('e.created_at')}, 1 FROM ${UNTALLIED} e
   WHERE e.project = ${project} AND e.created_at > ${start} AND ${isCounted('e.type')})`;

/** When the last event of a project happened of which `isCounted`, a condition on a type, holds. */
export const lastEventAt = (
  project: string,
  isCounted: (type: string) => string,
): string => /* sql */ `
  GREATEST((SELECT max(t.last_at) FROM event_project_tally t
             WHERE t.project = ${project} AND ${isCounted('t.type')}
               AND t.day = (SELECT max(d.day) FROM event_project_tally d
                             WHERE d.project = ${project} AND ${isCounted('d.type')})),
           (SELECT max(e.created_at) FROM ${UNTALLIED} e
             WHERE e.project = ${project} AND ${isCounted('e.type')}))`;

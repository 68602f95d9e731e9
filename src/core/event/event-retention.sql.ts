import { statement } from '../../platform/database/statement.js';

/** Creates the partitions of this month and of those ahead that are missing. */
export const ADD_MONTHS = statement<[ahead: number], { added: number }>(
  'event-retention.add-months',
  'SELECT add_event_months($1) AS added',
);

/**
 * Before which moment events are removed: the start of a UTC month, for a number of days. Tallies
 * keep the counts of days before it.
 */
export const MOVE_EDGE = statement<[days: number], { before: string }>(
  'event-retention.move-edge',
  /* sql */ `
    UPDATE event_tally_horizon
       SET events_from = GREATEST(
             events_from, date_trunc('month', now() - make_interval(hours => 24 * $1), 'UTC'))
    RETURNING date_trunc('month', now() - make_interval(hours => 24 * $1), 'UTC')::text AS before`,
);

/** The moment before which the use of tokens is removed. */
export const EDGE_OF_USES = statement<[days: number], { before: string }>(
  'event-retention.edge-of-uses',
  'SELECT (now() - make_interval(hours => 24 * $1))::text AS before',
);

/** The partitions that can have events from before a moment, and whether all of them are. */
export const PARTS_BEFORE = statement<[before: string], { part: string; isOver: boolean }>(
  'event-retention.parts-before',
  /* sql */ `
    SELECT p.part, p.high <= $1::timestamptz AS "isOver" FROM event_parts() p
     WHERE COALESCE(p.low, '-infinity') < $1::timestamptz
    UNION ALL SELECT 'event_rest', false
     ORDER BY part`,
);

/** Drops a partition; not while counts are verified, or while an event of it is not final. */
export const DROP_PART = statement<[part: string], { dropped: boolean }>(
  'event-retention.drop-part',
  'SELECT drop_event_part($1) AS dropped',
);

/** Removes some events of a partition, and returns after which id to go on, if there are more. */
export const REMOVE_EVENTS = statement<
  [part: string, before: string, types: readonly string[] | null, afterId: string, most: number],
  { removed: number; lastId: string | null }
>(
  'event-retention.remove-events',
  /* sql */ `
    SELECT removed, last_id AS "lastId"
      FROM remove_events($1, $2::timestamptz, $3::text[], $4::bigint, $5)`,
);

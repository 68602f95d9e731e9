import { dynamicStatement, statement } from '../../../platform/database/statement.js';
import { EVENT_JSON, EVENT_JSON_WITHOUT_ADDRESS } from '../event/event.sql.js';
import type { EventResponse } from '../event/event.dto.js';
import { areVisible, type Bind } from '../event/visible-events.sql.js';
import type { VisibleEvents } from '../event/visible-events.js';
import { hasClosedId } from './sealing.sql.js';

/** A seal as it is stored. */
export interface StoredSeal {
  id: number;
  content: string;
  signature: Buffer;
}

/** Maximum number of inserted events that are returned at once. */
const MOST_INSERTED = 100;

const SEAL = 's.id::float8 AS id, s.content, s.signature';
const contains = (eventId: string): string => /* sql */ `
  int8range(s.lowest_event_id, s.highest_event_id, '[]') @> ${eventId}
    AND ${eventId} = ANY (s.event_ids)`;

/** The newest seals before one, in descending order. */
export const SEALS_BEFORE = statement<[before: number | null, most: number], StoredSeal>(
  'checkpoint.seals-before',
  /* sql */ `
    SELECT ${SEAL} FROM event_seal s WHERE s.id < COALESCE($1::bigint, 9223372036854775807)
     ORDER BY s.id DESC LIMIT $2`,
);

/** The oldest seals after one. */
export const SEALS_AFTER = statement<[after: number, most: number], StoredSeal>(
  'checkpoint.seals-after',
  /* sql */ `
    SELECT ${SEAL} FROM event_seal s WHERE s.id > $1::bigint ORDER BY s.id LIMIT $2`,
);

/** A leaf of a seal, with the events that have its id now; nulls where there is none. */
interface StoredLeaf {
  eventId: number | null;
  leafHash: string | null;
  events: EventResponse[] | null;
}

/** Whether a row is a leaf. */
export const isLeaf = (
  row: StoredLeaf,
): row is { eventId: number; leafHash: string; events: EventResponse[] } => row.eventId !== null;

/** The times of the events of the seal `s`. */
const LOW = "(s.content::jsonb ->> 'oldestEventAt')::timestamptz";
const HIGH = "((s.content::jsonb ->> 'newestEventAt')::timestamptz + interval '1 millisecond')";

/**
 * Some leaves of a seal; one row without a leaf at the end, and none for an unknown seal. The time
 * of the seal's events restricts the partitions that are read; an event with a changed time is
 * therefore not found.
 */
export const READ_LEAVES = statement<[seal: number, offset: number, most: number], StoredLeaf>(
  'checkpoint.read-leaves',
  /* sql */ `
    WITH seal AS MATERIALIZED (
      SELECT s.event_ids, s.leaf_hashes, ${LOW} AS low, ${HIGH} AS high
        FROM event_seal s WHERE s.id = $1::bigint
    )
    SELECT l.id::float8 AS "eventId", l.hash AS "leafHash", l.events FROM seal s
      LEFT JOIN LATERAL (
        SELECT one.id, one.n,
               encode(substring(s.leaf_hashes FROM 32 * one.n::integer - 31 FOR 32), 'hex') AS hash,
               COALESCE((SELECT json_agg(${EVENT_JSON}) FROM event e
                          WHERE e.id = one.id AND e.created_at >= s.low AND e.created_at < s.high),
                        '[]') AS events
          FROM unnest(s.event_ids) WITH ORDINALITY one (id, n)
         WHERE one.n > $2::integer AND one.n <= $2::integer + $3::integer) l ON true
     ORDER BY l.n`,
);

/** When the last seal was made that contained all events of its time. */
const LAST_COMPLETE = /* sql */ `(
  SELECT substring(s.content FROM '"createdAt":"([0-9-]{10}T[0-9:.]{12}Z)"')::timestamptz
    FROM event_seal s
   WHERE s.content LIKE '%"isComplete":true%' ORDER BY s.id DESC LIMIT 1)`;

/**
 * Events that were inserted by SQL, in a window of events by id. `missed` are in no seal although
 * sealing has passed them, or although they claim to be older than a seal with all events of its
 * time, or have a closed id; while everything is sealed anew, only the first. `doubled` have the id
 * of a sealed event and another time.
 */
export const UNSEALED_AFTER = statement<
  [afterId: number, window: number],
  { lastId: number | null; events: EventResponse[] }
>(
  'checkpoint.unsealed-after',
  /* sql */ `
    WITH scanned AS MATERIALIZED (
      SELECT e.id, e.transaction_id, e.created_at FROM event e
       WHERE e.id > $1::bigint AND e.id <= (SELECT max(w.id) FROM (
         SELECT o.id FROM event o WHERE o.id > $1::bigint ORDER BY o.id LIMIT $2) w)
    ), sealed AS MATERIALIZED (
      SELECT unnest(s.event_ids) AS id FROM event_seal s
       WHERE int8range(s.lowest_event_id, s.highest_event_id, '[]')
             && (SELECT int8range(min(id), max(id), '[]') FROM scanned)
    ), complete AS MATERIALIZED (SELECT ${LAST_COMPLETE} AS at),
    missed AS MATERIALIZED (
      SELECT w.id FROM scanned w CROSS JOIN complete LEFT JOIN event_seal_cursor c ON true
       WHERE ((w.transaction_id, w.id) <= (c.transaction_id, c.event_id)
              AND (c.walk_event_id IS NULL OR w.id <= c.walk_event_id))
          OR (c.walk_event_id IS NULL AND (w.created_at < complete.at - interval '1 hour'
                                           OR ${hasClosedId('w', 'c')}))
      -- It hashes, however few rows the planner expects.
      EXCEPT SELECT sealed.id FROM sealed ORDER BY id LIMIT ${MOST_INSERTED}
    ), doubled AS MATERIALIZED (
      SELECT w.id FROM scanned w GROUP BY w.id HAVING count(*) > 1
       ORDER BY w.id LIMIT ${MOST_INSERTED}
    ), found AS (
      SELECT e.id, ${EVENT_JSON} AS event FROM missed m JOIN event e ON e.id = m.id
      UNION ALL
      SELECT e.id, ${EVENT_JSON} FROM doubled d JOIN event e ON e.id = d.id
       WHERE NOT (SELECT bool_or(e.created_at >= ${LOW} AND e.created_at < ${HIGH})
         FROM event_seal s WHERE ${contains('e.id')})
       ORDER BY id LIMIT ${MOST_INSERTED}
    )
    SELECT (SELECT max(id)::float8 FROM scanned) AS "lastId",
           COALESCE((SELECT json_agg(f.event ORDER BY f.id) FROM found f), '[]') AS events`,
);

/** An event with the seal that contains it. */
export interface EventWithSeal {
  /** As the caller may see it; null when there is none, or it is hidden. */
  event: EventResponse | null;
  /** Whether the event has an address that the caller may not see. */
  isPartial: boolean;
  /** Whether sealing has passed the event, or its id was closed. */
  isInserted: boolean;
  seal: number | null;
  content: string | null;
  signature: Buffer | null;
  ids: readonly number[] | null;
  leafHashes: Buffer | null;
}

/**
 * Reads an event that the caller may see, and its seal. `visible` is absent for readers of the
 * whole audit log.
 */
export const EVENT_WITH_SEAL = dynamicStatement<
  [id: number, visible: VisibleEvents | undefined, hiddenProjects: readonly string[]],
  EventWithSeal
>('checkpoint.event-with-seal', (id, visible, hiddenProjects) => {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const wanted = bind(id, 'bigint');
  const conditions = [`e.id = ${wanted}`, ...areVisible(visible, hiddenProjects, bind)];
  const json = visible ? EVENT_JSON_WITHOUT_ADDRESS : EVENT_JSON;
  return {
    text: /* sql */ `
      SELECT e.event, COALESCE(e.is_partial, false) AS "isPartial",
             COALESCE(e.is_inserted, false) AS "isInserted", s.id::float8 AS seal, s.content,
             s.signature, s.event_ids::float8[] AS ids, s.leaf_hashes AS "leafHashes"
        FROM (SELECT) one
        LEFT JOIN LATERAL (
          SELECT ${json} AS event, ${visible ? 'e.address IS NOT NULL' : 'false'} AS is_partial,
                 c.walk_event_id IS NULL AND ((e.transaction_id, e.id)
                   <= (c.transaction_id, c.event_id) OR ${hasClosedId('e', 'c')}) AS is_inserted
            FROM event e LEFT JOIN event_seal_cursor c ON true
           WHERE ${conditions.join(' AND ')} LIMIT 1) e ON true
        LEFT JOIN LATERAL (
          SELECT s.* FROM event_seal s WHERE ${contains(wanted)} ORDER BY s.id LIMIT 1) s ON true`,
    values,
  };
});

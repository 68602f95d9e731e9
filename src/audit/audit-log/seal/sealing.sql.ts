import { statement } from '../../../platform/database/statement.js';
import { EVENT_JSON } from '../event/event.sql.js';

/** Held while a seal is made, so that one instance at a time makes one. */
export const TRY_LOCK = statement<[lock: number], { taken: boolean }>(
  'sealing.try-lock',
  'SELECT pg_try_advisory_xact_lock($1) AS taken',
);

/** What a new seal continues. */
export interface SealingState {
  instanceId: string;
  now: string;
  isRestored: boolean;
  /** Up to where events by transaction are sealed. */
  transactionId: string;
  eventId: number;
  /** Up to where events by id are sealed; null when all below `transactionId` are. */
  walkEventId: number | null;
  /** The last seal, and the highest id of an event in any seal; null before the first seal. */
  content: string | null;
  /** The first transaction that was running, and the first that had not begun. */
  runningFrom: string;
  runningUntil: string;
}

export const READ_STATE = statement<[], SealingState>(
  'sealing.read-state',
  /* sql */ `
    SELECT (SELECT id::text FROM instance) AS "instanceId", iso8601(now()) AS now,
           events_were_restored() AS "isRestored", c.transaction_id::text AS "transactionId",
           c.event_id::float8 AS "eventId", c.walk_event_id::float8 AS "walkEventId", s.content,
           pg_snapshot_xmin(pg_current_snapshot())::text AS "runningFrom",
           pg_snapshot_xmax(pg_current_snapshot())::text AS "runningUntil"
      FROM event_seal_cursor c
      LEFT JOIN LATERAL (SELECT content FROM event_seal ORDER BY id DESC LIMIT 1) s ON true`,
);

/** An event that may be sealed next. */
export interface Candidate {
  id: number;
  transactionId: string;
  /** Whether it is below the horizon, so that it does not move any more. */
  isFinal: boolean;
  isSealed: boolean;
  /** Whether it was inserted by SQL, with an id that no transaction of the service can have. */
  isInserted: boolean;
  /** Size of its data as stored. */
  bytes: number;
}

/**
 * Condition: the event `e` has an id that had been passed when its transaction began, by the
 * position `c` of sealing (`closed_event_id`).
 */
export const hasClosedId = (e: string, c: string): string => /* sql */ `
  (${e}.id <= ${c}.closed_event_id AND NOT (${e}.transaction_id >= ${c}.closed_from
                                            AND ${e}.transaction_id < ${c}.closed_until))`;

const candidates = (events: string): string => /* sql */ `
  SELECT e.id::float8 AS id, e.transaction_id::text AS "transactionId", e.is_final AS "isFinal",
         e.is_inserted AS "isInserted",
         EXISTS (SELECT FROM event_seal s
                  WHERE int8range(s.lowest_event_id, s.highest_event_id, '[]') @> e.id
                    AND e.id = ANY (s.event_ids)) AS "isSealed",
         e.bytes FROM (${events}) e`;

const COLUMNS = /* sql */ `
  e.id, e.transaction_id,
  COALESCE(pg_column_size(e.data), 0) + COALESCE(pg_column_size(e.pre_data), 0) AS bytes`;

/**
 * The next events by id, of all that were written before sealing began or before a restore. Those
 * of later transactions are not final here; they are sealed by transaction afterwards.
 */
export const NEXT_BY_ID = statement<[afterId: number, below: string, most: number], Candidate>(
  'sealing.next-by-id',
  /* sql */ `
    ${candidates(/* sql */ `
      SELECT ${COLUMNS}, e.transaction_id < $2::xid8 AS is_final, false AS is_inserted
        FROM event e
       WHERE e.id > $1::bigint ORDER BY e.id LIMIT $3`)} ORDER BY e.id`,
);

/** The next events below the horizon, by transaction and id. */
export const NEXT_BY_TRANSACTION = statement<
  [transactionId: string, afterId: number, most: number],
  Candidate
>(
  'sealing.next-by-transaction',
  /* sql */ `
    ${candidates(/* sql */ `
      SELECT ${COLUMNS}, true AS is_final, ${hasClosedId('e', 'c')} AS is_inserted
        FROM event e CROSS JOIN event_seal_cursor c
       WHERE e.transaction_id >= $1::xid8
         AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
         AND (e.transaction_id > $1::xid8 OR e.id > $2::bigint)
       ORDER BY e.transaction_id, e.id LIMIT $3`)} ORDER BY e.transaction_id, e.id`,
);

/** Events as the API returns them to readers of the whole audit log. */
export const READ_EVENTS = statement<[ids: readonly number[]], { id: number; event: string }>(
  'sealing.read-events',
  /* sql */ `
    SELECT e.id::float8 AS id, ${EVENT_JSON}::text AS event FROM event e
     WHERE e.id = ANY ($1::bigint[]) ORDER BY e.id, e.created_at`,
);

export const ADD_SEAL = statement<
  [id: number, content: string, signature: Buffer, eventIds: readonly number[], leafHashes: Buffer]
>(
  'sealing.add-seal',
  /* sql */ `
    INSERT INTO event_seal
      (id, content, signature, event_ids, leaf_hashes, lowest_event_id, highest_event_id)
    SELECT $1::bigint, $2, $3, $4::bigint[], $5, min(one), max(one) FROM unnest($4::bigint[]) one`,
);

export const MOVE_CURSOR = statement<
  [transactionId: string, eventId: number, walkEventId: number | null]
>(
  'sealing.move-cursor',
  /* sql */ `
    UPDATE event_seal_cursor
       SET transaction_id = $1::xid8, event_id = $2::bigint, walk_event_id = $3::bigint`,
);

/** Begins to seal what is in no seal, when somebody has deleted up to where events are sealed. */
export const RESTORE_CURSOR = statement<[]>(
  'sealing.restore-cursor',
  /* sql */ `
    INSERT INTO event_seal_cursor (transaction_id, event_id, walk_event_id)
    VALUES (pg_snapshot_xmin(pg_current_snapshot()), 0, 0)
    ON CONFLICT ON CONSTRAINT event_seal_cursor_pkey DO NOTHING`,
);

/** What waits for a seal. */
export interface SealingLag {
  /** The number of events that are not sealed yet, up to a maximum. */
  events: number;
  /** The age of the oldest of them. */
  seconds: number;
  /** Whether ids can be closed although nothing waits. */
  canClose: boolean;
}

/** How long ids are open: no transaction takes as long from its id to its first write. */
const OPEN_FOR = "interval '1 minute'";
/** The highest id in the newest seals. */
const HIGHEST_SEALED = /* sql */ `(
  SELECT max(s.highest_event_id)
    FROM (SELECT highest_event_id FROM event_seal ORDER BY id DESC LIMIT 20) s)`;

/**
 * Closes the ids that were noted a minute ago, and notes those that are sealed now. All events of
 * transactions before `runningFrom` must be sealed.
 */
export const CLOSE_IDS = statement<[runningFrom: string, runningUntil: string]>(
  'sealing.close-ids',
  /* sql */ `
    UPDATE event_seal_cursor
       SET closed_event_id = open_event_id, closed_from = $1::xid8, closed_until = $2::xid8,
           open_event_id = GREATEST(open_event_id, ${HIGHEST_SEALED}), open_since = now()
     WHERE open_since < now() - ${OPEN_FOR}`,
);

export const READ_LAG = statement<[most: number], SealingLag>(
  'sealing.read-lag',
  /* sql */ `
    SELECT count(w.created_at)::int AS events,
           COALESCE(GREATEST(0, extract(epoch FROM now() - min(w.created_at))), 0)::float8
             AS seconds,
           COALESCE(bool_and(c.open_since < now() - ${OPEN_FOR} AND c.walk_event_id IS NULL
             AND (c.closed_event_id < c.open_event_id OR c.open_event_id < ${HIGHEST_SEALED})),
             false) AS "canClose"
      FROM (SELECT) AS always LEFT JOIN event_seal_cursor c ON true
      LEFT JOIN LATERAL (
       (SELECT e.created_at FROM event e
         WHERE (c.walk_event_id IS NOT NULL OR c.transaction_id IS NULL)
           AND e.id > COALESCE(c.walk_event_id, 0) ORDER BY e.id LIMIT $1)
       UNION ALL
       (SELECT e.created_at FROM event e
         WHERE c.walk_event_id IS NULL AND e.transaction_id >= c.transaction_id
           AND e.transaction_id <= '18446744073709551615'::xid8
           AND (e.transaction_id > c.transaction_id OR e.id > c.event_id)
         ORDER BY e.transaction_id LIMIT $1)) w ON true`,
);

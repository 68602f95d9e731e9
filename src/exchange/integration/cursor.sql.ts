import { revealsNoHidden, PRIVATE_PROJECTS } from '../../core/auth/permissions/hidden.sql.js';
import { USE_OF_ACCESS } from '../../core/event/account-events.js';
import { VARIANTS_UPDATED } from '../../core/event/event.types.js';
import { EVENT_JSON, EVENT_JSON_WITHOUT_ADDRESS } from '../../audit/audit-log/event/event.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { StoredParameters } from './addon.entity.js';
import { ALL_TYPES, SIEM_PROVIDERS } from './provider/siem-definitions.js';

/** The work to do. */
export interface Survey {
  /** Whether the cursors must be repaired first, because the database was restored. */
  restored: boolean;
  /** Whether there are events that are not final yet because of a running transaction. */
  unsettled: boolean;
  /**
   * Enabled addons. `isPending`: there are unexamined events. `waitMs`: milliseconds until the next
   * attempt is due.
   */
  addons: { id: number; isPending: boolean; waitMs: number }[];
  /**
   * Age in seconds of the oldest event that an enabled addon has not examined; 0 when there is
   * none.
   */
  lagSeconds: number;
}

/** A position in the order of the log. Ids are strings, because they exceed exact numbers. */
export interface Position {
  toTransaction: string;
  toEvent: string;
  /** The highest id of an event up to there. */
  highest: string;
}

/** An event to deliver, and the position after it. */
interface TakenEvent extends Position {
  /** As JSON. */
  event: string;
}

/** An addon reserved by this process, and what it delivers next. */
export interface Taken {
  addonId: number;
  provider: string;
  parameters: StoredParameters;
  /** Number of failed attempts for the first event; of collectors and SIEMs, its refusals. */
  attempts: number;
  fromTransaction: string;
  fromEvent: string;
  /** The next subscribed events: one, or several for providers that take several. */
  events: readonly TakenEvent[];
  /** Up to where everything was examined, if there are none. */
  examined: Position;
}

/** Event types that need permission to read IP addresses. */
const USES = `'{${USE_OF_ACCESS.join(',')}}'::text[]`;
/** Providers that get many events at a time, and all about them. */
const OF_SIEM = `'{${SIEM_PROVIDERS.join(',')}}'::text[]`;
/** Number of events that such a provider gets at a time, and bytes after which no others follow. */
const AT_A_TIME = 200;
const BYTES_AT_A_TIME = 1_000_000;
/** Number of log entries kept per addon. */
const LOG_LENGTH = 1000;

/** Starts an addon after everything written before and within this transaction. */
export const CURSOR_FROM_NOW = statement<[addonId: number]>(
  'cursor.cursor-from-now',
  /* sql */ `
    INSERT INTO addon_cursor (addon_id, transaction_id, event_id, highest_event_id)
    SELECT $1, pg_current_xact_id(), 9223372036854775807, COALESCE((SELECT max(id) FROM event), 0)
    ON CONFLICT ON CONSTRAINT addon_cursor_pkey DO UPDATE
       SET transaction_id = excluded.transaction_id, event_id = excluded.event_id,
         highest_event_id = excluded.highest_event_id,
           attempts = 0, due_at = now(), held_by = NULL, held_until = NULL`,
);

/** Makes the next attempt of an addon due now. */
export const CURSOR_AT_ONCE = statement<[addonId: number]>(
  'cursor.cursor-at-once',
  'UPDATE addon_cursor SET attempts = 0, due_at = now() WHERE addon_id = $1',
);

/** Where the cursor of a reserved addon stood, and the process that reserved it. */
export type HeldPlace = readonly [
  addonId: number,
  heldBy: string,
  fromTransaction: string,
  fromEvent: string,
];

/**
 * Condition: the event `e` is after the cursor `c` and final, so nothing can appear before it any
 * more. Supported by the index on transactions.
 */
const AHEAD = /* sql */ `
  e.transaction_id >= c.transaction_id
    AND (e.transaction_id, e.id) > (c.transaction_id, c.event_id) AND e.id > c.after_event_id`;
const PENDING = `${AHEAD} AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Condition: the addon subscribes to the event `e`, and events of private projects only if it names
 * the project. A subscription to the old type for changes of variants also matches the types that
 * replaced it.
 */
const WANTED = /* sql */ `
  (c.events ? e.type OR (e.type = '${VARIANTS_UPDATED.now}'
    AND c.events ? '${VARIANTS_UPDATED.before}')
    OR (c.provider = ANY (${OF_SIEM}) AND c.events ? '${ALL_TYPES}'))
  AND (c.projects = '[]' OR c.projects ? '*' OR c.projects ? e.project)
  AND (c.environments = '[]' OR c.environments ? '*' OR e.environment IS NULL
    OR c.environments ? e.environment)
  AND ${revealsNoHidden('c.private')}`;

/** The work to do for enabled addons. Cheap regardless of the length of the log. */
export const SURVEY = statement<[heldBy: string], Survey>(
  'cursor.survey',
  /* sql */ `
    SELECT events_were_restored() AS restored,
           EXISTS (SELECT FROM event
             WHERE transaction_id >= pg_snapshot_xmin(pg_current_snapshot())) AS unsettled,
           COALESCE(json_agg(json_build_object(
             'id', c.addon_id,
             'isPending', EXISTS (SELECT FROM event e WHERE ${PENDING}),
             'waitMs', GREATEST(0, ceil(1000 * extract(epoch FROM
                         GREATEST(c.due_at, CASE
                           WHEN c.held_by <> $1 THEN c.held_until END) - now())))::float8)), '[]')
                             AS addons,
           COALESCE(max((SELECT GREATEST(0, extract(epoch FROM now() - e.created_at)) FROM event e
             WHERE ${AHEAD}
                          ORDER BY e.transaction_id, e.id LIMIT 1)), 0)::float8 AS "lagSeconds"
      FROM addon_cursor c JOIN addon a ON a.id = c.addon_id WHERE a.enabled`,
);

/**
 * Reserves an addon for a limited time, unless it is reserved or waiting, and finds the next events
 * it subscribes to, one row for each. Without one, it continues from the horizon, since everything
 * below has been examined.
 */
export const TAKE = statement<
  [addonId: number, heldBy: string, holdMs: number],
  Omit<Taken, 'addonId' | 'events' | 'examined'> & Position & { event: string | null }
>(
  'cursor.take',
  /* sql */ `
    WITH c AS (
      UPDATE addon_cursor c SET held_by = $2, held_until = now() + $3 * interval '1 millisecond'
        FROM addon a
       WHERE c.addon_id = $1 AND a.id = c.addon_id AND a.enabled AND c.due_at <= now()
         AND (c.held_by IS NULL OR c.held_by = $2 OR c.held_until < now())
      RETURNING c.transaction_id, c.event_id, c.after_event_id, c.attempts, a.provider,
        a.parameters, a.events, a.projects, a.environments,
                ARRAY(SELECT own.id FROM (${PRIVATE_PROJECTS}) own WHERE NOT a.projects ? own.id)
                  AS private
    ), taken AS (
      SELECT c.attempts, c.provider, c.parameters, c.transaction_id AS from_transaction,
             c.event_id AS from_event, e.transaction_id, e.id, j.event,
             row_number() OVER in_order AS n,
             sum(octet_length(j.event)) OVER in_order - octet_length(j.event) AS bytes_before
        FROM c LEFT JOIN LATERAL (
          -- Ids alone: a transaction may have written thousands of events, which are sorted here.
          SELECT e.id FROM event e WHERE ${PENDING} AND ${WANTED} ORDER BY e.transaction_id, e.id
            LIMIT CASE WHEN c.provider = ANY (${OF_SIEM}) THEN ${AT_A_TIME} ELSE 1 END
        ) found ON true LEFT JOIN event e ON e.id = found.id
        CROSS JOIN LATERAL (
          SELECT CASE WHEN e.id IS NULL THEN NULL
                   WHEN e.type = ANY (${USES}) OR c.provider = ANY (${OF_SIEM})
                     THEN (${EVENT_JSON})::text
                   ELSE (${EVENT_JSON_WITHOUT_ADDRESS})::text END AS event) j
      WINDOW in_order AS (ORDER BY e.transaction_id, e.id)
    )
    SELECT t.attempts, t.provider, t.parameters, t.from_transaction::text AS "fromTransaction",
           t.from_event::text AS "fromEvent",
           COALESCE(t.transaction_id, pg_snapshot_xmin(pg_current_snapshot()))::text
             AS "toTransaction", COALESCE(t.id, 0)::text AS "toEvent",
           COALESCE(max(t.id) OVER (ORDER BY t.n), (SELECT max(id) FROM event
             WHERE transaction_id < pg_snapshot_xmin(pg_current_snapshot())), 0)::text AS "highest",
           t.event
      FROM taken t WHERE COALESCE(t.bytes_before, 0) < ${BYTES_AT_A_TIME} ORDER BY t.n`,
);

/** Condition: the addon is still reserved by this process and its cursor has not moved. */
const STILL_THERE =
  'addon_id = $1 AND held_by = $2 AND transaction_id = $3::xid8 AND event_id = $4';

/** Moves the cursor past examined events and releases the addon. */
export const MOVE_ON = statement<
  [...place: HeldPlace, toTransaction: string, toEvent: string, highest: string]
>(
  'cursor.move-on',
  /* sql */ `
    UPDATE addon_cursor SET transaction_id = GREATEST(transaction_id, $5::xid8), event_id = CASE
      WHEN transaction_id >= $5::xid8 THEN event_id ELSE $6 END,
           highest_event_id = GREATEST(highest_event_id, $7), held_by = NULL, held_until = NULL
     WHERE ${STILL_THERE}`,
);

/**
 * Moves the cursor past an event, logs the delivery and releases the addon. The oldest log entries
 * are deleted.
 */
export const SETTLE = statement<
  [
    ...place: HeldPlace,
    toTransaction: string,
    toEvent: string,
    highest: string,
    state: string,
    stateDetails: string,
    details: string,
  ]
>(
  'cursor.settle',
  /* sql */ `
    WITH moved AS (
      UPDATE addon_cursor SET transaction_id = $5::xid8, event_id = $6,
        highest_event_id = GREATEST(highest_event_id, $7), attempts = 0, due_at = now(),
             held_by = NULL, held_until = NULL
       WHERE ${STILL_THERE} RETURNING addon_id
    ), written AS (
      INSERT INTO addon_delivery (addon_id, event_id, state, state_details, details)
        SELECT addon_id, $6, $8, $9, $10 FROM moved
    ), outdated AS (
      DELETE FROM addon_delivery WHERE addon_id = $1
         AND id <= (SELECT id FROM addon_delivery WHERE addon_id = $1
           ORDER BY id DESC OFFSET ${LOG_LENGTH - 1} LIMIT 1)
    )
    SELECT FROM moved`,
);

/** Releases an addon until the next attempt is due. */
export const POSTPONE = statement<[...place: HeldPlace, attempts: number, waitMs: number]>(
  'cursor.postpone',
  /* sql */ `
    UPDATE addon_cursor SET attempts = $5, due_at = now() + $6 * interval '1 millisecond',
      held_by = NULL, held_until = NULL
     WHERE ${STILL_THERE}`,
);

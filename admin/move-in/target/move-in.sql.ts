import { statement } from '../../../src/platform/database/statement.js';

/** Begins a move, or continues it. */
export const BEGIN_MOVE = statement<[source: string]>(
  'move-in.begin-move',
  /* sql */ `
    INSERT INTO move_in (source) VALUES ($1)
    ON CONFLICT ON CONSTRAINT move_in_pkey DO UPDATE SET started_at = now()`,
);

export const READ_MOVE = statement<[source: string], { eventId: number; isFinished: boolean }>(
  'move-in.read-move',
  /* sql */ `
    SELECT event_id::float8 AS "eventId", finished_at IS NOT NULL AS "isFinished"
      FROM move_in WHERE source = $1`,
);

export const READ_MOVED = statement<
  [source: string, kind: string, keys: readonly string[]],
  { key: string; target: string }
>(
  'move-in.read-moved',
  /* sql */ `
    SELECT source_key AS key, target_key AS target FROM move_in_row
     WHERE source = $1 AND kind = $2 AND source_key = ANY ($3)`,
);

/** Reopens a finished move, because more rows were moved. */
export const REOPEN_MOVE = statement<[source: string]>(
  'move-in.reopen-move',
  'UPDATE move_in SET finished_at = NULL WHERE source = $1 AND finished_at IS NOT NULL',
);

export const NOTE_MOVED = statement<[source: string, kind: string, rows: string]>(
  'move-in.note-moved',
  /* sql */ `
    INSERT INTO move_in_row (source, kind, source_key, target_key)
    SELECT $1, $2, r.key, r.target FROM jsonb_to_recordset($3::jsonb) AS r(key text, target text)
    ON CONFLICT ON CONSTRAINT move_in_row_pkey DO NOTHING`,
);

/**
 * Stores the id of the last moved event; no row when another command has moved further events
 * meanwhile.
 */
export const NOTE_EVENT = statement<
  [source: string, after: number, eventId: number],
  { source: string }
>(
  'move-in.note-event',
  /* sql */ `
    UPDATE move_in SET event_id = $3::bigint, finished_at = NULL
     WHERE source = $1 AND event_id = $2::bigint
    RETURNING source`,
);

/** Recounts all events, including the moved ones. */
export const RECOUNT_EVENTS = statement<[]>('move-in.recount-events', 'SELECT recount_events()');

/** Restarts the sealing of the audit log at the first moved event; sealed events are skipped. */
export const SEAL_MOVED = statement<[]>(
  'move-in.seal-moved',
  /* sql */ `
    UPDATE event_seal_cursor c SET walk_event_id = LEAST(c.walk_event_id, moved.first - 1)
      FROM (SELECT min(e.id) AS first FROM event e WHERE e.transaction_id = '0') moved
     WHERE moved.first IS NOT NULL`,
);

/**
 * Makes history begin now, because events of the source do not contain everything that former
 * states need.
 */
export const START_HISTORY = statement<[]>(
  'move-in.start-history',
  /* sql */ `
    UPDATE history_start SET complete_from_event_id =
      GREATEST(complete_from_event_id, nextval(pg_get_serial_sequence('event', 'id')))`,
);

export const FINISH_MOVE = statement<[source: string]>(
  'move-in.finish-move',
  'UPDATE move_in SET finished_at = now() WHERE source = $1',
);

/**
 * The projects and environments of moved features. SDKs get the features once events record these
 * places.
 */
export const READ_PLACES = statement<
  [source: string],
  { project: string; environment: string; features: number }
>(
  'move-in.read-places',
  /* sql */ `
    SELECT f.project, fe.environment, count(*)::int AS features
      FROM move_in_row m JOIN feature f ON f.name = m.target_key
      JOIN feature_environment fe ON fe.feature_name = f.name
     WHERE m.source = $1 AND m.kind = 'features'
     GROUP BY 1, 2 ORDER BY 1, 2`,
);

/** Advances the sequence of a table beyond an id, so that moved rows can keep their ids. */
export const RESERVE_IDS = statement<[table: string, highest: number], { last: string }>(
  'move-in.reserve-ids',
  /* sql */ `
    SELECT setval(pg_get_serial_sequence($1, 'id'),
      GREATEST(nextval(pg_get_serial_sequence($1, 'id')), $2::bigint)) AS last`,
);

export const NEXT_IDS = statement<[table: string, count: number], { id: number }>(
  'move-in.next-ids',
  /* sql */ `
    SELECT nextval(pg_get_serial_sequence($1, 'id'))::int AS id FROM generate_series(1, $2::int)`,
);

/** A row if a policy is enforced, which rows that are moved would not be checked against. */
export const FIND_ENFORCED = statement<[]>(
  'move-in.find-enforced',
  'SELECT FROM policy WHERE enforced LIMIT 1',
);

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The function that repairs a restored database, with or without sealing. */
const settle = (more: string): string => /* sql */ `
  CREATE OR REPLACE FUNCTION settle_restored_events() RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE added bigint; moved bigint;
  BEGIN
    INSERT INTO event_tally_horizon DEFAULT VALUES ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    PERFORM FROM event_tally_horizon FOR UPDATE;
    IF added = 0 AND NOT events_were_restored() THEN RETURN false; END IF;
    -- Events that this cluster wrote itself are below the end of the snapshot that sees them.
    UPDATE event SET transaction_id = '0'
     WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot());
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved > 0 OR EXISTS (SELECT FROM addon_cursor
                             WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot())) THEN
      -- Each addon goes on behind the highest id that it is done with.
      UPDATE addon_cursor
         SET transaction_id = '0', event_id = 0,
             after_event_id = GREATEST(after_event_id, highest_event_id),
             attempts = 0, due_at = now(), held_by = NULL, held_until = NULL;
    END IF;
    -- What SDKs have was noted by snapshots of the other cluster; they are seen again soon.
    DELETE FROM sdk_connection;
    PERFORM recount_events();
    ${more}
    RETURN true;
  END $$;`;

/** Goes through all events by id again, and seals those that are in no seal. */
const SEAL_AGAIN = /* sql */ `
    INSERT INTO event_seal_cursor (transaction_id, event_id, walk_event_id)
      VALUES (pg_snapshot_xmin(pg_current_snapshot()), 0, 0)
      ON CONFLICT ON CONSTRAINT event_seal_cursor_pkey DO UPDATE
        SET transaction_id = excluded.transaction_id, event_id = 0, walk_event_id = 0;`;

/** Seals: signed Merkle roots of final events, each of which contains the hash of the one before. */
export class EventSeals1765210001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE event_seal (
        id bigint CONSTRAINT event_seal_pkey PRIMARY KEY,
        -- what is signed: canonical JSON
        content text NOT NULL,
        signature bytea NOT NULL,
        -- the events in the order of the leaves, and their leaf hashes, one after the other
        event_ids bigint[] NOT NULL,
        leaf_hashes bytea NOT NULL,
        lowest_event_id bigint NOT NULL,
        highest_event_id bigint NOT NULL
      );
      CREATE INDEX event_seal_events
        ON event_seal USING gist (int8range(lowest_event_id, highest_event_id, '[]'));

      -- Up to where events are sealed. Events of later transactions are sealed by transaction and
      -- id. All before are first sealed by id, up to walk_event_id; it is null when this is done.
      CREATE TABLE event_seal_cursor (
        only_row boolean NOT NULL DEFAULT true
          CONSTRAINT event_seal_cursor_pkey PRIMARY KEY
          CONSTRAINT event_seal_cursor_only_row CHECK (only_row),
        transaction_id xid8 NOT NULL,
        event_id bigint NOT NULL,
        walk_event_id bigint
      );
      INSERT INTO event_seal_cursor (transaction_id, event_id, walk_event_id)
        VALUES (pg_snapshot_xmin(pg_current_snapshot()), 0, 0);
      ${settle(SEAL_AGAIN)}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ${settle('')}
      DROP TABLE event_seal_cursor;
      DROP TABLE event_seal`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** Transaction ids of another cluster say nothing, and could be those of later changes here. */
const FORGET_VERSIONS = /* sql */ `
    UPDATE change_request_change SET version = '' WHERE version <> '';
    UPDATE schedule SET version = '' WHERE version <> '';`;
/** What happened between the backup and now is not known any more. */
const NOTE_RESTORE = /* sql */ `
    IF added = 0 THEN UPDATE event_tally_horizon SET restored_at = now(); END IF;`;

/** The function that repairs a restored database. */
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
    -- Goes through all events by id again, and seals those that are in no seal.
    INSERT INTO event_seal_cursor (transaction_id, event_id, walk_event_id)
      VALUES (pg_snapshot_xmin(pg_current_snapshot()), 0, 0)
      ON CONFLICT ON CONSTRAINT event_seal_cursor_pkey DO UPDATE
        SET transaction_id = excluded.transaction_id, event_id = 0, walk_event_id = 0;
    ${more}
    RETURN true;
  END $$;`;

const LOSSES = /* sql */ `
  CREATE TABLE IF NOT EXISTS usage_loss (
    hour timestamptz,
    reason text,
    counters bigint NOT NULL,
    CONSTRAINT usage_loss_pkey PRIMARY KEY (hour, reason)
  )`;

const [TABLE, COLUMN] = ['event_tally_horizon', 'restored_at'];

/**
 * What statements about the past depend on: when the database was restored, and how much reported
 * usage was lost, by the hour.
 */
export class Certainty1768890100000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(LOSSES);
    const add = `ALTER TABLE ${TABLE} ADD COLUMN IF NOT EXISTS ${COLUMN} timestamptz`;
    await lockedBriefly(q, [TABLE], add);
    await q.query(settle(`${FORGET_VERSIONS} ${NOTE_RESTORE}`));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(settle(FORGET_VERSIONS));
    await lockedBriefly(q, [TABLE], `ALTER TABLE ${TABLE} DROP COLUMN IF EXISTS ${COLUMN}`);
    await q.query('DROP TABLE IF EXISTS usage_loss');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLES = ['change_request_change', 'schedule'];

/** Transaction ids of another cluster say nothing, and could be those of later changes here. */
const FORGET_VERSIONS = /* sql */ `
    UPDATE change_request_change SET version = '' WHERE version <> '';
    UPDATE schedule SET version = '' WHERE version <> '';`;

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

/** What planned changes are about, as a digest that is the same after a restore (ADR 31). */
export class DigestsOfPlannedChanges1768700000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await lockedBriefly(q, [table], `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS digest text`);
    await q.query(settle(FORGET_VERSIONS));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(settle(''));
    for (const table of TABLES)
      await lockedBriefly(q, [table], `ALTER TABLE ${table} DROP COLUMN IF EXISTS digest`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Addons, how far each has followed the audit log, and what became of what it was told.
 *
 * A place in the log is a transaction and an id within it, not an id or a time: below the oldest transaction still running nothing can appear
 * any more, so whoever stays below it and walks by transaction passes nothing over.
 */
export class Addons1763610000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE addon (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT addon_pkey PRIMARY KEY,
        provider text NOT NULL,
        description text,
        enabled boolean NOT NULL,
        parameters jsonb NOT NULL,
        events jsonb NOT NULL,
        projects jsonb NOT NULL DEFAULT '[]',
        environments jsonb NOT NULL DEFAULT '[]'
      );

      -- Up to (transaction_id, event_id), both included, the addon is done with the log. Beside the addon and not in it, so that nobody who
      -- changes an addon waits for a delivery.
      CREATE TABLE addon_cursor (
        addon_id integer NOT NULL CONSTRAINT addon_cursor_pkey PRIMARY KEY CONSTRAINT addon_cursor_addon_fkey REFERENCES addon (id) ON DELETE CASCADE,
        transaction_id xid8 NOT NULL,
        event_id bigint NOT NULL,
        -- The highest id among what it is done with: what is left of the place when a database is restored.
        highest_event_id bigint NOT NULL,
        -- Events up to this id are none of its business any more.
        after_event_id bigint NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        held_by uuid,
        held_until timestamptz,
        CONSTRAINT addon_cursor_held CHECK ((held_by IS NULL) = (held_until IS NULL))
      );

      CREATE TABLE addon_delivery (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT addon_delivery_pkey PRIMARY KEY,
        addon_id integer NOT NULL CONSTRAINT addon_delivery_addon_fkey REFERENCES addon (id) ON DELETE CASCADE,
        event_id bigint NOT NULL CONSTRAINT addon_delivery_event_fkey REFERENCES event (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        state text NOT NULL CONSTRAINT addon_delivery_state CHECK (state IN ('success', 'failed')),
        state_details text NOT NULL,
        details jsonb NOT NULL
      );
      CREATE INDEX addon_delivery_addon ON addon_delivery (addon_id, id);
      CREATE INDEX addon_delivery_event ON addon_delivery (event_id);

      -- Whether there are traces of transactions that this cluster has not come to: the database was restored from an older one.
      CREATE FUNCTION events_were_restored() RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM event_tally_horizon WHERE transaction_id > pg_snapshot_xmin(pg_current_snapshot()))
            OR EXISTS (SELECT FROM addon_cursor WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot()));
      $$;

      -- Makes places in a restored log places again. What came along and was tallied counts as written before all else, what came along and was
      -- not as written now; each addon goes on behind the highest id that it is done with.
      CREATE FUNCTION settle_restored_events() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM event_tally_horizon FOR UPDATE;
        IF NOT events_were_restored() THEN RETURN; END IF;
        PERFORM advance_event_tally();
        UPDATE event SET transaction_id = pg_current_xact_id() WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot());
        UPDATE addon_cursor SET transaction_id = '0', event_id = 0, after_event_id = GREATEST(after_event_id, highest_event_id),
               attempts = 0, due_at = now(), held_by = NULL, held_until = NULL;
      END $$;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION settle_restored_events();
      DROP FUNCTION events_were_restored();
      DROP TABLE addon_delivery, addon_cursor, addon;
    `);
  }
}

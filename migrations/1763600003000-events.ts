import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log, and the tally that lets statistics count years of it without reading them.
 *
 * Ids are handed out at insert but become visible at commit, so neither an id nor a time tells which events a past reading has seen.
 * The id of the inserting transaction does: everything below the oldest transaction still running is final. The tally therefore counts
 * events below such a horizon, once, and a reader adds those at or above it.
 */
export class Events1763600003000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE event (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_pkey PRIMARY KEY,
        type text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        created_by text NOT NULL,
        created_by_user_id integer NOT NULL,
        feature_name text,
        project text,
        environment text,
        data jsonb,
        pre_data jsonb,
        tags jsonb NOT NULL DEFAULT '[]',
        transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
      );
      CREATE INDEX event_feature ON event (feature_name, id) WHERE feature_name IS NOT NULL;
      CREATE INDEX event_project ON event (project, id) WHERE project IS NOT NULL;
      CREATE INDEX event_environment ON event (environment, created_at) WHERE environment IS NOT NULL;
      CREATE INDEX event_type ON event (type, id);
      CREATE INDEX event_creator ON event (created_by_user_id, id);
      CREATE INDEX event_transaction ON event (transaction_id);

      CREATE TABLE event_hour_tally (
        environment text NOT NULL,
        hour timestamptz NOT NULL,
        events bigint NOT NULL,
        CONSTRAINT event_hour_tally_pkey PRIMARY KEY (environment, hour)
      );
      CREATE TABLE event_type_tally (
        type text NOT NULL CONSTRAINT event_type_tally_pkey PRIMARY KEY,
        events bigint NOT NULL
      );
      -- Finer, for the totals of searches by project and creator.
      CREATE TABLE event_total_tally (
        type text NOT NULL,
        project text,
        created_by_user_id integer NOT NULL,
        events bigint NOT NULL,
        CONSTRAINT event_total_tally_key UNIQUE NULLS NOT DISTINCT (type, project, created_by_user_id)
      );
      CREATE INDEX event_total_tally_project ON event_total_tally (project);
      CREATE INDEX event_total_tally_creator ON event_total_tally (created_by_user_id);
      CREATE TABLE event_tally_horizon (
        only_row boolean NOT NULL DEFAULT true CONSTRAINT event_tally_horizon_pkey PRIMARY KEY CONSTRAINT event_tally_horizon_only_row CHECK (only_row),
        transaction_id xid8 NOT NULL DEFAULT '0'
      );
      INSERT INTO event_tally_horizon DEFAULT VALUES;

      -- Moves the horizon up and counts what it passes. Whoever finds another at it leaves it to that one.
      CREATE FUNCTION advance_event_tally() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE low xid8; high xid8;
      BEGIN
        SELECT transaction_id INTO low FROM event_tally_horizon FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN RETURN; END IF;
        high := pg_snapshot_xmin(pg_current_snapshot());
        IF high < low THEN
          -- The database was restored into a cluster that is younger than the one it came from: what it brought is all final.
          UPDATE event SET transaction_id = '0' WHERE transaction_id >= high AND transaction_id < low;
          UPDATE event_tally_horizon SET transaction_id = high;
          RETURN;
        END IF;
        INSERT INTO event_hour_tally AS t (environment, hour, events)
          SELECT environment, date_trunc('hour', created_at, 'UTC'), count(*) FROM event
           WHERE transaction_id >= low AND transaction_id < high AND environment IS NOT NULL GROUP BY 1, 2
          ON CONFLICT ON CONSTRAINT event_hour_tally_pkey DO UPDATE SET events = t.events + excluded.events;
        INSERT INTO event_type_tally AS t (type, events)
          SELECT type, count(*) FROM event WHERE transaction_id >= low AND transaction_id < high GROUP BY 1
          ON CONFLICT ON CONSTRAINT event_type_tally_pkey DO UPDATE SET events = t.events + excluded.events;
        INSERT INTO event_total_tally AS t (type, project, created_by_user_id, events)
          SELECT type, project, created_by_user_id, count(*) FROM event WHERE transaction_id >= low AND transaction_id < high GROUP BY 1, 2, 3
          ON CONFLICT ON CONSTRAINT event_total_tally_key DO UPDATE SET events = t.events + excluded.events;
        UPDATE event_tally_horizon SET transaction_id = high;
      END $$;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION advance_event_tally();
      DROP TABLE event_tally_horizon, event_total_tally, event_type_tally, event_hour_tally, event;
    `);
  }
}

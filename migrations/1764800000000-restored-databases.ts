import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A database that was restored into another cluster holds ids of transactions that this cluster has
 * not come to, and writes new ones among them from the first moment on. Which events have been counted
 * cannot be told any more then, so everything that was derived from ids of transactions is derived anew.
 */
export class RestoredDatabases1764800000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE event_tally_horizon
        -- the cluster in which the horizon was moved last; null when it may not be asked for
        ADD COLUMN cluster text,
        -- when the counts were last compared with what they count
        ADD COLUMN verified_at timestamptz;

      -- The id that a cluster is given when it is created. Null where the service may not ask for it.
      CREATE FUNCTION cluster_identity() RETURNS text LANGUAGE plpgsql STABLE AS $$
      BEGIN
        RETURN (SELECT system_identifier::text FROM pg_control_system());
      EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
        RETURN NULL;
      END $$;

      -- Whether there are traces of transactions that this cluster has not come to, or of another cluster.
      CREATE OR REPLACE FUNCTION events_were_restored() RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM event_tally_horizon
                        WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot()) OR cluster <> cluster_identity())
            OR NOT EXISTS (SELECT FROM event_tally_horizon)
            OR (SELECT max(transaction_id) FROM event) >= pg_snapshot_xmax(pg_current_snapshot())
            OR EXISTS (SELECT FROM addon_cursor WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot()));
      $$;

      -- Counts all events that are final, and moves the horizon behind them.
      CREATE FUNCTION recount_events() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE high xid8;
      BEGIN
        INSERT INTO event_tally_horizon DEFAULT VALUES ON CONFLICT DO NOTHING;
        PERFORM FROM event_tally_horizon FOR UPDATE;
        high := pg_snapshot_xmin(pg_current_snapshot());
        DELETE FROM event_hour_tally;
        DELETE FROM event_type_tally;
        DELETE FROM event_total_tally;
        INSERT INTO event_hour_tally (environment, hour, events)
          SELECT environment, date_trunc('hour', created_at, 'UTC'), count(*) FROM event
           WHERE transaction_id < high AND environment IS NOT NULL GROUP BY 1, 2;
        INSERT INTO event_type_tally (type, events) SELECT type, count(*) FROM event WHERE transaction_id < high GROUP BY 1;
        INSERT INTO event_total_tally (type, project, created_by_user_id, events)
          SELECT type, project, created_by_user_id, count(*) FROM event WHERE transaction_id < high GROUP BY 1, 2, 3;
        UPDATE event_tally_horizon SET transaction_id = high, cluster = COALESCE(cluster_identity(), cluster);
      END $$;

      -- Answers whether there was something to settle: of several that come at once the first settles it.
      DROP FUNCTION settle_restored_events();
      CREATE FUNCTION settle_restored_events() RETURNS boolean LANGUAGE plpgsql AS $$
      DECLARE added bigint; moved bigint;
      BEGIN
        INSERT INTO event_tally_horizon DEFAULT VALUES ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS added = ROW_COUNT;
        PERFORM FROM event_tally_horizon FOR UPDATE;
        IF added = 0 AND NOT events_were_restored() THEN RETURN false; END IF;
        -- Events that this cluster wrote itself are below the end of the snapshot in which they can be seen.
        UPDATE event SET transaction_id = '0' WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot());
        GET DIAGNOSTICS moved = ROW_COUNT;
        IF moved > 0 OR EXISTS (SELECT FROM addon_cursor WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot())) THEN
          -- Each addon goes on behind the highest id that it is done with.
          UPDATE addon_cursor SET transaction_id = '0', event_id = 0, after_event_id = GREATEST(after_event_id, highest_event_id),
                 attempts = 0, due_at = now(), held_by = NULL, held_until = NULL;
        END IF;
        -- What SDKs have was noted by snapshots of the other cluster; they are seen again within seconds.
        DELETE FROM sdk_connection;
        PERFORM recount_events();
        RETURN true;
      END $$;

      -- Moves the horizon up and counts what it passes. Whoever finds another at it leaves it to that one.
      CREATE OR REPLACE FUNCTION advance_event_tally() RETURNS void LANGUAGE plpgsql AS $$
      DECLARE low xid8; high xid8;
      BEGIN
        SELECT transaction_id INTO low FROM event_tally_horizon FOR UPDATE SKIP LOCKED;
        IF NOT FOUND THEN RETURN; END IF;
        IF events_were_restored() THEN
          PERFORM settle_restored_events();
          RETURN;
        END IF;
        high := pg_snapshot_xmin(pg_current_snapshot());
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
        UPDATE event_tally_horizon SET transaction_id = GREATEST(high, low), cluster = COALESCE(cluster_identity(), cluster);
      END $$;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE OR REPLACE FUNCTION advance_event_tally() RETURNS void LANGUAGE plpgsql AS $$
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
      DROP FUNCTION settle_restored_events();
      DROP FUNCTION recount_events();
      CREATE OR REPLACE FUNCTION events_were_restored() RETURNS boolean LANGUAGE sql STABLE AS $$
        SELECT EXISTS (SELECT FROM event_tally_horizon WHERE transaction_id > pg_snapshot_xmin(pg_current_snapshot()))
            OR EXISTS (SELECT FROM addon_cursor WHERE transaction_id > pg_snapshot_xmax(pg_current_snapshot()));
      $$;
      DROP FUNCTION cluster_identity();
      ALTER TABLE event_tally_horizon DROP COLUMN cluster, DROP COLUMN verified_at;
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
}

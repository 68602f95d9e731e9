import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/**
 * The function that tallies events of projects. A recount leaves alone what is older than `since`,
 * because its events may be gone.
 */
const tallyOfProjects = (since: string): string => /* sql */ `
  CREATE OR REPLACE FUNCTION tally_events_of_projects(low xid8, high xid8) RETURNS void
    LANGUAGE plpgsql AS $$
  DECLARE since timestamptz := ${since};
  BEGIN
    IF low = '0' THEN
      DELETE FROM event_project_tally WHERE day >= (since AT TIME ZONE 'UTC')::date;
      DELETE FROM feature_first_on WHERE at >= since;
    END IF;
    INSERT INTO event_project_tally AS t (project, day, type, events, last_at)
      SELECT project, (created_at AT TIME ZONE 'UTC')::date, type, count(*), max(created_at)
        FROM event
       WHERE transaction_id >= low AND transaction_id < high AND project IS NOT NULL
         AND (low > '0' OR created_at >= since)
       GROUP BY 1, 2, 3
      ON CONFLICT ON CONSTRAINT event_project_tally_pkey DO UPDATE
        SET events = t.events + excluded.events, last_at = GREATEST(t.last_at, excluded.last_at);
    -- Events of a deleted feature of the same name are older than the feature.
    WITH turned_on AS MATERIALIZED (
      SELECT id, feature_name, environment, created_at FROM event
       WHERE transaction_id >= low AND transaction_id < high
         AND type = 'feature-environment-enabled'
         AND feature_name IS NOT NULL AND environment IS NOT NULL
    ), locked AS MATERIALIZED (
      SELECT name, created_at FROM feature WHERE name IN (SELECT feature_name FROM turned_on)
       ORDER BY name COLLATE "C" FOR KEY SHARE
    )
    INSERT INTO feature_first_on AS t (feature_name, environment, event_id, at)
      SELECT DISTINCT ON (e.feature_name, e.environment)
             e.feature_name, e.environment, e.id, e.created_at
        FROM turned_on e JOIN locked f ON f.name = e.feature_name AND e.created_at >= f.created_at
       ORDER BY e.feature_name, e.environment, e.id
      ON CONFLICT ON CONSTRAINT feature_first_on_pkey DO UPDATE
        SET event_id = excluded.event_id, at = excluded.at WHERE excluded.event_id < t.event_id;
  END $$;`;

const REMOVAL = /* sql */ `
  -- How many events of each type have been removed, for numbers that count all there ever were.
  CREATE TABLE event_removed_tally (
    type text NOT NULL CONSTRAINT event_removed_tally_pkey PRIMARY KEY,
    events bigint NOT NULL
  );

  -- Events that stay although they are old: the newest one, which is the revision of what SDKs
  -- have, and those that keep private what belonged to private projects.
  CREATE FUNCTION kept_events(before timestamptz) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT max(id) FROM event
    UNION
    SELECT id FROM event WHERE type = 'project-deleted' AND created_at < before
    UNION
    SELECT e.id FROM event e
     WHERE e.type = 'feature-deleted' AND e.created_at < before
       AND e.project IN (
         SELECT p.id FROM project p WHERE p.mode = 'private'
         UNION SELECT d.project FROM event d
          WHERE d.type = 'project-deleted'
            AND COALESCE(d.data, d.pre_data) ->> 'mode' = 'private')
  $$;

  -- Takes events of a partition out of the counts of existing events: these, or all but these.
  CREATE FUNCTION uncount_events(part text, ids bigint[], but boolean) RETURNS void
    LANGUAGE plpgsql AS $$
  DECLARE
    chosen text := format('FROM %I e WHERE e.id %s ($1)', part,
                          CASE WHEN but THEN '<> ALL' ELSE '= ANY' END);
  BEGIN
    EXECUTE format($sql$
      WITH gone AS (SELECT e.type, count(*) AS events %s GROUP BY 1),
           noted AS (
             INSERT INTO event_removed_tally AS t (type, events)
             SELECT type, events FROM gone ORDER BY 1
             ON CONFLICT ON CONSTRAINT event_removed_tally_pkey
               DO UPDATE SET events = t.events + excluded.events)
      UPDATE event_type_tally t SET events = t.events - gone.events FROM gone
       WHERE t.type = gone.type $sql$, chosen) USING ids;
    EXECUTE format($sql$
      UPDATE event_hour_tally t SET events = t.events - gone.events
        FROM (SELECT e.environment, date_trunc('hour', e.created_at, 'UTC') AS hour,
                     count(*) AS events %s AND e.environment IS NOT NULL GROUP BY 1, 2) gone
       WHERE t.environment = gone.environment AND t.hour = gone.hour $sql$, chosen) USING ids;
    EXECUTE format($sql$
      UPDATE event_total_tally t SET events = t.events - gone.events
        FROM (SELECT e.type, e.project, e.created_by_user_id, count(*) AS events %s
               GROUP BY 1, 2, 3) gone
       WHERE t.type = gone.type AND t.created_by_user_id = gone.created_by_user_id
         AND t.project IS NOT DISTINCT FROM gone.project $sql$, chosen) USING ids;
    -- Days before events_from keep their counts.
    EXECUTE format($sql$
      UPDATE event_project_tally t SET events = t.events - gone.events
        FROM (SELECT e.project, (e.created_at AT TIME ZONE 'UTC')::date AS day, e.type,
                     count(*) AS events %s AND e.project IS NOT NULL
                 AND e.created_at >= COALESCE((SELECT h.events_from FROM event_tally_horizon h),
                                              '-infinity')
               GROUP BY 1, 2, 3) gone
       WHERE t.project = gone.project AND t.day = gone.day AND t.type = gone.type $sql$, chosen)
      USING ids;
    DELETE FROM event_type_tally WHERE events <= 0;
    DELETE FROM event_hour_tally WHERE events <= 0;
    DELETE FROM event_total_tally WHERE events <= 0;
    DELETE FROM event_project_tally WHERE events <= 0;
  END $$;

  -- Removes up to so many events of a partition that are older, in the order of their ids; of all
  -- types when only_types is null. Returns where to go on, or null at the end.
  CREATE FUNCTION remove_events(part text, before timestamptz, only_types text[], after_id bigint,
                                most integer, OUT removed integer, OUT last_id bigint)
    LANGUAGE plpgsql AS $$
  DECLARE horizon xid8; kept bigint[]; ids bigint[];
  BEGIN
    SELECT transaction_id INTO horizon FROM event_tally_horizon FOR UPDATE;
    kept := ARRAY(SELECT kept_events(before));
    EXECUTE format($sql$
      SELECT array_agg(id), max(id) FROM (
        SELECT e.id FROM %I e
         WHERE e.id > $1 AND e.created_at < $2 AND e.transaction_id < $3 AND e.id <> ALL ($4) %s
         ORDER BY e.id LIMIT $6) chosen $sql$,
      part, CASE WHEN only_types IS NULL THEN '' ELSE 'AND e.type = ANY ($5)' END)
      INTO ids, last_id USING after_id, before, horizon, kept, only_types, most;
    removed := COALESCE(cardinality(ids), 0);
    IF removed > 0 THEN
      PERFORM uncount_events(part, ids, false);
      DELETE FROM addon_delivery WHERE event_id = ANY (ids);
      EXECUTE format('DELETE FROM %I WHERE id = ANY ($1)', part) USING ids;
    END IF;
    IF removed < most THEN
      last_id := NULL;
    END IF;
  END $$;

  -- Drops a partition and keeps the events of it that must stay. Waits only briefly for the lock
  -- that everybody would wait behind. False when it has to be done later.
  CREATE FUNCTION drop_event_part(part text) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE horizon xid8; is_young boolean; kept bigint[];
  BEGIN
    -- The verification of counts compares many rows in one snapshot, from which a dropped table
    -- would disappear.
    IF NOT pg_try_advisory_xact_lock(4242002) THEN
      RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('event-months'));
    SELECT transaction_id INTO horizon FROM event_tally_horizon FOR UPDATE;
    IF horizon IS NULL OR to_regclass(quote_ident(part)) IS NULL THEN
      RETURN false;
    END IF;
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', part);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE transaction_id >= $1)', part)
      INTO is_young USING horizon;
    IF is_young THEN
      RETURN false;
    END IF;
    kept := ARRAY(SELECT kept_events('infinity'));
    PERFORM uncount_events(part, kept, true);
    EXECUTE format('DELETE FROM addon_delivery d USING %I e
                     WHERE d.event_id = e.id AND e.id <> ALL ($1)', part) USING kept;
    PERFORM set_config('lock_timeout', '250ms', true);
    EXECUTE format('ALTER TABLE event DETACH PARTITION %I', part);
    EXECUTE format('INSERT INTO event OVERRIDING SYSTEM VALUE
                    SELECT * FROM %I WHERE id = ANY ($1)', part) USING kept;
    EXECUTE format('DROP TABLE %I', part);
    RETURN true;
  END $$;`;

/**
 * Removes old events, and keeps every count right: numbers of existing events no longer count them,
 * and numbers of all events ever still do.
 */
export class EventRetention1765000002010 implements MigrationInterface {
  /** The steps are transactions by themselves, so that locks are held briefly. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['event_tally_horizon'],
      /* sql */ `
        -- Events before it may have been removed.
        ALTER TABLE event_tally_horizon ADD COLUMN IF NOT EXISTS events_from timestamptz`,
    );
    await q.startTransaction();
    await q.query(
      tallyOfProjects("COALESCE((SELECT events_from FROM event_tally_horizon), '-infinity')"),
    );
    await q.query(REMOVAL);
    await q.commitTransaction();
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ${tallyOfProjects("'-infinity'")}
      DROP FUNCTION drop_event_part(text);
      DROP FUNCTION remove_events(text, timestamptz, text[], bigint, integer);
      DROP FUNCTION uncount_events(text, bigint[], boolean);
      DROP FUNCTION kept_events(timestamptz);
      DROP TABLE event_removed_tally;
      ALTER TABLE event_tally_horizon DROP COLUMN events_from`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The functions of the event tally, with a statement that tallies projects as well. */
const advanceAndRecount = (ofProjects: string): string => `
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
        ${ofProjects}
        UPDATE event_tally_horizon SET transaction_id = GREATEST(high, low), cluster = COALESCE(cluster_identity(), cluster);
      END $$;

      CREATE OR REPLACE FUNCTION recount_events() RETURNS void LANGUAGE plpgsql AS $$
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
        ${ofProjects.replace('(low', "('0'")}
        UPDATE event_tally_horizon SET transaction_id = high, cluster = COALESCE(cluster_identity(), cluster);
      END $$;`;

/**
 * Tallies for the summaries of projects: events by project, UTC day and type, and when each feature
 * was first turned on in each environment. They advance with the horizon of the event tally.
 */
export class ProjectEventTallies1765000000000 implements MigrationInterface {
  name = 'ProjectEventTallies1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_project_tally (
        project text NOT NULL,
        day date NOT NULL,
        type text NOT NULL,
        events bigint NOT NULL,
        last_at timestamptz NOT NULL, -- when the last of them happened
        CONSTRAINT event_project_tally_pkey PRIMARY KEY (project, day, type)
      );
      CREATE TABLE feature_first_on (
        feature_name text NOT NULL,
        environment text NOT NULL,
        event_id bigint NOT NULL,
        at timestamptz NOT NULL,
        CONSTRAINT feature_first_on_pkey PRIMARY KEY (feature_name, environment),
        CONSTRAINT feature_first_on_feature_fkey FOREIGN KEY (feature_name) REFERENCES feature (name) ON DELETE CASCADE
      );
      CREATE INDEX feature_first_on_at ON feature_first_on (at);

      -- Adds the events of the transactions from low on and below high; from 0 on anew.
      CREATE FUNCTION tally_events_of_projects(low xid8, high xid8) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF low = '0' THEN
          DELETE FROM event_project_tally;
          DELETE FROM feature_first_on;
        END IF;
        INSERT INTO event_project_tally AS t (project, day, type, events, last_at)
          SELECT project, (created_at AT TIME ZONE 'UTC')::date, type, count(*), max(created_at) FROM event
           WHERE transaction_id >= low AND transaction_id < high AND project IS NOT NULL GROUP BY 1, 2, 3
          ON CONFLICT ON CONSTRAINT event_project_tally_pkey DO UPDATE SET events = t.events + excluded.events,
            last_at = GREATEST(t.last_at, excluded.last_at);
        -- Events of a deleted feature of the same name are older than the feature.
        WITH turned_on AS MATERIALIZED (
          SELECT id, feature_name, environment, created_at FROM event
           WHERE transaction_id >= low AND transaction_id < high AND type = 'feature-environment-enabled'
             AND feature_name IS NOT NULL AND environment IS NOT NULL
        ), locked AS MATERIALIZED (
          SELECT name, created_at FROM feature WHERE name IN (SELECT feature_name FROM turned_on)
           ORDER BY name COLLATE "C" FOR KEY SHARE
        )
        INSERT INTO feature_first_on AS t (feature_name, environment, event_id, at)
          SELECT DISTINCT ON (e.feature_name, e.environment) e.feature_name, e.environment, e.id, e.created_at
            FROM turned_on e JOIN locked f ON f.name = e.feature_name AND e.created_at >= f.created_at
           ORDER BY e.feature_name, e.environment, e.id
          ON CONFLICT ON CONSTRAINT feature_first_on_pkey DO UPDATE SET event_id = excluded.event_id, at = excluded.at
            WHERE excluded.event_id < t.event_id;
      END $$;

      ${advanceAndRecount('PERFORM tally_events_of_projects(low, high);')}
      SELECT recount_events();

      -- When a feature of the project was last reported; kept when that feature is deleted.
      CREATE TABLE project_usage (
        project text NOT NULL,
        last_seen_at timestamptz NOT NULL,
        CONSTRAINT project_usage_pkey PRIMARY KEY (project),
        CONSTRAINT project_usage_project_fkey FOREIGN KEY (project) REFERENCES project (id) ON DELETE CASCADE
      );
      CREATE FUNCTION note_usage_of_projects() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO project_usage AS u (project, last_seen_at)
          SELECT f.project, max(n.last_seen_at) FROM used n JOIN feature f ON f.name = n.feature_name
           GROUP BY 1 ORDER BY f.project COLLATE "C"
          ON CONFLICT ON CONSTRAINT project_usage_pkey DO UPDATE SET last_seen_at = excluded.last_seen_at
            WHERE u.last_seen_at < excluded.last_seen_at;
        RETURN NULL;
      END $$;
      CREATE TRIGGER note_first_usage AFTER INSERT ON feature_environment_usage
        REFERENCING NEW TABLE AS used FOR EACH STATEMENT EXECUTE FUNCTION note_usage_of_projects();
      CREATE TRIGGER note_usage AFTER UPDATE ON feature_environment_usage
        REFERENCING NEW TABLE AS used FOR EACH STATEMENT EXECUTE FUNCTION note_usage_of_projects();
      -- Puts right what is earlier than the use of a feature; for the verification of counts.
      CREATE FUNCTION recount_usage_of_projects() RETURNS void LANGUAGE sql AS $$
        INSERT INTO project_usage AS p (project, last_seen_at)
          SELECT f.project, max(u.last_seen_at) FROM feature_environment_usage u JOIN feature f ON f.name = u.feature_name
           GROUP BY 1 ORDER BY f.project COLLATE "C"
          ON CONFLICT ON CONSTRAINT project_usage_pkey DO UPDATE SET last_seen_at = excluded.last_seen_at
            WHERE p.last_seen_at < excluded.last_seen_at
      $$;
      SELECT recount_usage_of_projects();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${advanceAndRecount('')}
      DROP FUNCTION tally_events_of_projects;
      DROP TRIGGER note_first_usage ON feature_environment_usage;
      DROP TRIGGER note_usage ON feature_environment_usage;
      DROP FUNCTION note_usage_of_projects, recount_usage_of_projects;
      DROP TABLE project_usage, feature_first_on, event_project_tally;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What projects need once they are created, changed and looked at: link templates, segments of default strategies, and a quick way to recent events. */
export class ProjectsAsTheyChange1763603000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE project ADD COLUMN link_templates jsonb NOT NULL DEFAULT '[]'
        CONSTRAINT project_link_templates_list CHECK (jsonb_typeof(link_templates) = 'array');

      -- The default strategy itself is JSON. Its segments stand here too, so that PostgreSQL refuses to delete one of them:
      -- a default strategy without its segment would let everybody through.
      CREATE TABLE default_strategy_segment (
        project text NOT NULL,
        environment text NOT NULL,
        segment_id integer NOT NULL CONSTRAINT default_strategy_segment_segment_fkey REFERENCES segment (id),
        CONSTRAINT default_strategy_segment_pkey PRIMARY KEY (project, environment, segment_id),
        CONSTRAINT default_strategy_segment_project_environment_fkey FOREIGN KEY (project, environment)
          REFERENCES project_environment (project, environment) ON DELETE CASCADE
      );
      CREATE INDEX default_strategy_segment_segment ON default_strategy_segment (segment_id);

      -- An id below which all events are older than a moment, so that recent events of a project are a range of the index (project, id),
      -- and events need no further index, which every change would pay for. Ids grow with time but for what transactions overlap: hence the hour.
      CREATE FUNCTION first_event_since(moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
      DECLARE low bigint; high bigint; middle bigint; probe record;
      BEGIN
        SELECT COALESCE(min(id), 0), COALESCE(max(id), -1) + 1 INTO low, high FROM event;
        WHILE low < high LOOP
          middle := low + (high - low) / 2;
          SELECT id, created_at INTO probe FROM event WHERE id >= middle ORDER BY id LIMIT 1;
          IF probe.created_at < moment - interval '1 hour' THEN low := probe.id + 1; ELSE high := middle; END IF;
        END LOOP;
        RETURN low;
      END $$;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION first_event_since(timestamptz);
      DROP TABLE default_strategy_segment;
      ALTER TABLE project DROP COLUMN link_templates;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What applications tell of themselves, and usage kept in a partition for each day, so that old days are dropped rather than deleted row by row. */
export class UsageByDay1763612000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE client_application
        ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN created_by text NOT NULL DEFAULT 'unleash_system_user',
        ADD COLUMN strategies text[] NOT NULL DEFAULT '{}',
        ADD COLUMN description text,
        ADD COLUMN url text,
        ADD COLUMN color text,
        ADD COLUMN icon text,
        ADD CONSTRAINT client_application_name_length CHECK (length(app_name) BETWEEN 1 AND 255);

      -- Where the tokens are good for with which an application came: project * stands for all. No foreign keys: what is gone is left out by whoever reads.
      CREATE TABLE client_application_usage (
        app_name text NOT NULL CONSTRAINT client_application_usage_application_fkey REFERENCES client_application (app_name) ON DELETE CASCADE,
        project text NOT NULL,
        environment text NOT NULL,
        CONSTRAINT client_application_usage_pkey PRIMARY KEY (app_name, project, environment)
      );

      -- Gives a UTC day partitions of its own. What was reported of it before is moved there from the default partitions: by way of the
      -- partitions themselves, whose rows no trigger counts, so that every bucket stays counted once.
      CREATE FUNCTION add_usage_day(wanted date) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        parent text;
        part text;
        first timestamptz := wanted::timestamp AT TIME ZONE 'UTC';
        last timestamptz := (wanted + 1)::timestamp AT TIME ZONE 'UTC';
      BEGIN
        FOREACH parent IN ARRAY ARRAY['client_metric', 'client_metric_variant'] LOOP
          part := parent || to_char(wanted, '"_d"YYYYMMDD');
          CONTINUE WHEN to_regclass(part) IS NOT NULL;
          EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_rest');
          EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
          EXECUTE format('WITH moved AS (DELETE FROM %I WHERE hour >= %L AND hour < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
                         parent || '_rest', first, last, part);
          EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, first, last);
        END LOOP;
      END $$;

      -- Drops the usage of all UTC days before one, with their tally, and answers how many partitions that were.
      CREATE FUNCTION drop_usage_before(kept date) RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        part text;
        dropped integer := 0;
      BEGIN
        FOR part IN
          SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
           WHERE i.inhparent IN ('client_metric'::regclass, 'client_metric_variant'::regclass)
             AND c.relname ~ '_d[0-9]{8,}$' AND to_date(substring(c.relname FROM '[0-9]{8,}$'), 'YYYYMMDD') < kept
           ORDER BY 1
        LOOP
          EXECUTE format('DROP TABLE %I', part);
          dropped := dropped + 1;
        END LOOP;
        DELETE FROM client_metric_rest WHERE hour < kept::timestamp AT TIME ZONE 'UTC';
        DELETE FROM client_metric_variant_rest WHERE hour < kept::timestamp AT TIME ZONE 'UTC';
        DELETE FROM client_metric_day_tally WHERE day < kept;
        RETURN dropped;
      END $$;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION drop_usage_before(date);
      DROP FUNCTION add_usage_day(date);
      DROP TABLE client_application_usage;
      ALTER TABLE client_application DROP CONSTRAINT client_application_name_length, DROP COLUMN updated_at, DROP COLUMN created_by, DROP COLUMN strategies, DROP COLUMN description,
        DROP COLUMN url, DROP COLUMN color, DROP COLUMN icon;
    `);
  }
}

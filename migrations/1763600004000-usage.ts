import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What SDKs report: usage per feature, application, environment and hour, and the applications themselves. */
export class Usage1763600004000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE client_metric (
        feature_name text NOT NULL,
        app_name text NOT NULL,
        environment text NOT NULL,
        hour timestamptz NOT NULL,
        yes bigint NOT NULL DEFAULT 0,
        no bigint NOT NULL DEFAULT 0,
        CONSTRAINT client_metric_pkey PRIMARY KEY (feature_name, environment, hour, app_name)
      ) PARTITION BY RANGE (hour);
      CREATE TABLE client_metric_rest PARTITION OF client_metric DEFAULT;

      CREATE TABLE client_metric_variant (
        feature_name text NOT NULL,
        app_name text NOT NULL,
        environment text NOT NULL,
        hour timestamptz NOT NULL,
        variant text NOT NULL,
        count bigint NOT NULL DEFAULT 0,
        CONSTRAINT client_metric_variant_pkey PRIMARY KEY (feature_name, environment, hour, app_name, variant)
      ) PARTITION BY RANGE (hour);
      CREATE TABLE client_metric_variant_rest PARTITION OF client_metric_variant DEFAULT;

      -- Buckets per UTC day, kept beside the buckets by whatever statement writes them. Several rows a day, so that writers of several
      -- connections do not wait for one another; a reader adds them up.
      CREATE TABLE client_metric_day_tally (
        day date NOT NULL,
        kind text NOT NULL CONSTRAINT client_metric_day_tally_kind_known CHECK (kind IN ('enabled', 'variant')),
        slot integer NOT NULL,
        buckets bigint NOT NULL,
        CONSTRAINT client_metric_day_tally_pkey PRIMARY KEY (day, kind, slot)
      );
      CREATE FUNCTION tally_metric_buckets() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO client_metric_day_tally AS t (day, kind, slot, buckets)
          SELECT (hour AT TIME ZONE 'UTC')::date, TG_ARGV[0], pg_backend_pid() % 16, TG_ARGV[1]::int * count(*) FROM changed_buckets GROUP BY 1
          ON CONFLICT ON CONSTRAINT client_metric_day_tally_pkey DO UPDATE SET buckets = t.buckets + excluded.buckets;
        RETURN NULL;
      END $$;
      CREATE TRIGGER tally_added_buckets AFTER INSERT ON client_metric
        REFERENCING NEW TABLE AS changed_buckets FOR EACH STATEMENT EXECUTE FUNCTION tally_metric_buckets('enabled', '1');
      CREATE TRIGGER tally_removed_buckets AFTER DELETE ON client_metric
        REFERENCING OLD TABLE AS changed_buckets FOR EACH STATEMENT EXECUTE FUNCTION tally_metric_buckets('enabled', '-1');
      CREATE TRIGGER tally_added_buckets AFTER INSERT ON client_metric_variant
        REFERENCING NEW TABLE AS changed_buckets FOR EACH STATEMENT EXECUTE FUNCTION tally_metric_buckets('variant', '1');
      CREATE TRIGGER tally_removed_buckets AFTER DELETE ON client_metric_variant
        REFERENCING OLD TABLE AS changed_buckets FOR EACH STATEMENT EXECUTE FUNCTION tally_metric_buckets('variant', '-1');

      CREATE TABLE client_application (
        app_name text NOT NULL CONSTRAINT client_application_pkey PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX client_application_seen_at ON client_application (seen_at);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TABLE client_application, client_metric_variant, client_metric, client_metric_day_tally;
      DROP FUNCTION tally_metric_buckets();
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which instances of an application there are, and which features it uses where: found without reading all usage that was ever reported. */
export class Applications1763611000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- A running process of an application, as it registered or reported usage. seen_at changes all the time, so no index covers it.
      CREATE TABLE client_instance (
        app_name text NOT NULL CONSTRAINT client_instance_application_fkey REFERENCES client_application (app_name) ON DELETE CASCADE,
        environment text NOT NULL,
        instance_id text NOT NULL,
        sdk_version text,
        client_ip text,
        created_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT client_instance_pkey PRIMARY KEY (app_name, environment, instance_id)
      ) WITH (fillfactor = 80);

      -- The last hour in which an application reported usage of a feature. Like usage itself, it is kept of features that nobody knows, too.
      CREATE TABLE client_application_feature (
        feature_name text NOT NULL,
        environment text NOT NULL,
        app_name text NOT NULL,
        hour timestamptz NOT NULL,
        CONSTRAINT client_application_feature_pkey PRIMARY KEY (feature_name, environment, app_name)
      ) WITH (fillfactor = 80);
      CREATE INDEX client_application_feature_application ON client_application_feature (app_name);
      INSERT INTO client_application_feature (feature_name, environment, app_name, hour)
        SELECT feature_name, environment, app_name, max(hour) FROM client_metric GROUP BY 1, 2, 3;

      -- Kept here, so that no writer of usage can forget it. Once an hour for each application and feature: what adds to a bucket adds none.
      -- In order, so that writers of the same moment wait for one another instead of blocking one another.
      CREATE FUNCTION note_features_of_applications() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO client_application_feature AS a (feature_name, environment, app_name, hour)
          SELECT feature_name, environment, app_name, max(hour) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
          ON CONFLICT ON CONSTRAINT client_application_feature_pkey DO UPDATE SET hour = excluded.hour WHERE a.hour < excluded.hour;
        RETURN NULL;
      END $$;
      CREATE TRIGGER note_features_of_applications AFTER INSERT ON client_metric
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_features_of_applications();

      -- No foreign key does this: usage may be written before the application is.
      CREATE FUNCTION forget_features_of_applications() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM client_application_feature a USING removed WHERE a.app_name = removed.app_name;
        RETURN NULL;
      END $$;
      CREATE TRIGGER forget_features_of_applications AFTER DELETE ON client_application
        REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION forget_features_of_applications();
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TRIGGER forget_features_of_applications ON client_application;
      DROP TRIGGER note_features_of_applications ON client_metric;
      DROP FUNCTION forget_features_of_applications();
      DROP FUNCTION note_features_of_applications();
      DROP TABLE client_application_feature, client_instance;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const UP = /* sql */ `
  -- Names that applications may have asked for without such a feature. Readers check them again, so
  -- there may be too many of them, but never too few.
  CREATE TABLE unknown_feature (
    feature_name text NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT unknown_feature_pkey PRIMARY KEY (feature_name)
  );

  CREATE FUNCTION note_unknown_features() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    -- A later time keeps the name from being removed by somebody who does not see the report yet.
    INSERT INTO unknown_feature AS u (feature_name)
      SELECT DISTINCT a.feature_name FROM added a
       WHERE NOT EXISTS (SELECT FROM feature f WHERE f.name = a.feature_name) ORDER BY 1
      ON CONFLICT ON CONSTRAINT unknown_feature_pkey DO UPDATE SET noted_at = now();
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_unknown_features AFTER INSERT ON client_application_feature
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_unknown_features();

  CREATE FUNCTION forget_known_features() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    DELETE FROM unknown_feature u USING added a WHERE u.feature_name = a.name;
    RETURN NULL;
  END $$;
  CREATE TRIGGER forget_known_features AFTER INSERT ON feature REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION forget_known_features();

  -- Also without reports, because there may be some that have not been committed yet.
  CREATE FUNCTION note_deleted_features() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO unknown_feature AS u (feature_name) SELECT r.name FROM removed r ORDER BY 1
      ON CONFLICT ON CONSTRAINT unknown_feature_pkey DO UPDATE SET noted_at = now();
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_deleted_features AFTER DELETE ON feature REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_features();

  CREATE TRIGGER skip_counted_row BEFORE INSERT ON unknown_feature
    FOR EACH ROW WHEN (pg_trigger_depth() = 0
      AND current_setting('counts.repairing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION skip_counted_row('feature_name');`;

const FILL = /* sql */ `
  INSERT INTO unknown_feature (feature_name)
    SELECT DISTINCT a.feature_name FROM client_application_feature a
     WHERE NOT EXISTS (SELECT FROM feature f WHERE f.name = a.feature_name) ORDER BY 1
  ON CONFLICT ON CONSTRAINT unknown_feature_pkey DO NOTHING`;

/** Finds the names without a feature among all that applications asked for, as they come and go. */
export class UnknownFeatures1765800001000 implements MigrationInterface {
  /** The locks are held briefly, and names of before are added while the service works. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [before] = (await q.query(
      "SELECT to_regclass('unknown_feature') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    if (!before.done) await lockedBriefly(q, ['feature', 'client_application_feature'], UP);
    await q.query(FILL);
    await q.query('ANALYZE unknown_feature');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION note_unknown_features(), forget_known_features(), note_deleted_features()
        CASCADE;
      DROP TABLE unknown_feature;
    `);
  }
}

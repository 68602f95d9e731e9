import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const UP = /* sql */ `
  CREATE SEQUENCE feature_payload_schema_revision;
  CREATE TABLE feature_payload_schema (
    feature_name text CONSTRAINT feature_payload_schema_pkey PRIMARY KEY
      CONSTRAINT feature_payload_schema_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    schema json NOT NULL,
    enforced boolean NOT NULL,
    -- Grows with each change of any schema.
    revision bigint NOT NULL DEFAULT nextval('feature_payload_schema_revision')
  );
  ALTER SEQUENCE feature_payload_schema_revision OWNED BY feature_payload_schema.revision;

  -- Tells the service on the same connection that it has to check payloads before it commits. The
  -- setting is here, because a role or a server may have another one.
  CREATE FUNCTION note_payloads() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT SET client_min_messages = notice AS $$
  BEGIN
    PERFORM FROM feature_payload_schema s WHERE s.feature_name = NEW.feature_name AND s.enforced;
    IF FOUND THEN
      RAISE NOTICE USING ERRCODE = 'FF001', MESSAGE = 'Payloads were written that have a schema.',
        DETAIL = NEW.feature_name;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_payload_schema AFTER INSERT OR UPDATE ON feature_payload_schema
    FOR EACH ROW WHEN (NEW.enforced) EXECUTE FUNCTION note_payloads();
  CREATE TRIGGER note_new_variants AFTER INSERT ON feature_environment
    FOR EACH ROW WHEN (NEW.variants <> '[]') EXECUTE FUNCTION note_payloads();
  CREATE TRIGGER note_variants AFTER UPDATE OF variants ON feature_environment
    FOR EACH ROW WHEN (NEW.variants <> '[]' AND NEW.variants <> OLD.variants)
    EXECUTE FUNCTION note_payloads();
  CREATE TRIGGER note_new_variants AFTER INSERT ON feature_strategy
    FOR EACH ROW WHEN (NEW.variants <> '[]') EXECUTE FUNCTION note_payloads();
  CREATE TRIGGER note_variants AFTER UPDATE OF variants ON feature_strategy
    FOR EACH ROW WHEN (NEW.variants <> '[]' AND NEW.variants <> OLD.variants)
    EXECUTE FUNCTION note_payloads();
  CREATE TRIGGER note_milestones AFTER INSERT OR UPDATE OF milestones ON release_plan
    FOR EACH ROW EXECUTE FUNCTION note_payloads();`;

const DOWN = /* sql */ `
  DROP FUNCTION IF EXISTS note_payloads() CASCADE;
  DROP TABLE IF EXISTS feature_payload_schema`;

const TABLES = ['feature', 'feature_environment', 'feature_strategy', 'release_plan'];

/** Schemas of the payloads of features, and triggers that say when payloads have to be checked. */
export class PayloadSchemas1768840000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [before] = (await q.query(
      "SELECT to_regclass('feature_payload_schema') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    if (!before.done) await lockedBriefly(q, TABLES, UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, TABLES, DOWN);
  }
}

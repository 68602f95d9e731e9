import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const UP = /* sql */ `
  CREATE TABLE policy (
    -- The id of the project, or '*' for the instance.
    scope text CONSTRAINT policy_pkey PRIMARY KEY,
    project text CONSTRAINT policy_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    document jsonb NOT NULL,
    enforced boolean NOT NULL,
    CONSTRAINT policy_scope_known CHECK (scope = COALESCE(project, '*'))
  );
  CREATE INDEX policy_project ON policy (project);

  -- Tells the service on the same connection what it has to check before it commits, where a policy
  -- is enforced. Turning off, archiving and removing strategies are not among it. The setting is
  -- here, because a role or a server may have another one.
  CREATE FUNCTION note_for_policies() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT SET client_min_messages = notice AS $$
  DECLARE
    noted json;
  BEGIN
    IF NOT EXISTS (SELECT FROM policy p WHERE p.enforced) THEN
      RETURN NULL;
    END IF;
    IF TG_TABLE_NAME = 'feature' THEN
      noted := json_build_object('kind', 'new', 'feature', NEW.name);
    ELSIF TG_TABLE_NAME = 'feature_tag' THEN
      noted := json_build_object('kind', 'tags', 'feature', OLD.feature_name);
    ELSIF TG_TABLE_NAME = 'feature_environment' THEN
      noted := json_build_object('kind', 'on', 'feature', NEW.feature_name,
        'environment', NEW.environment);
    ELSIF TG_TABLE_NAME = 'feature_strategy' THEN
      noted := json_build_object('kind', 'strategy', 'feature', NEW.feature_name,
        'strategy', NEW.id);
    ELSIF TG_TABLE_NAME = 'feature_strategy_segment' THEN
      noted := json_build_object('kind', 'strategy', 'feature', OLD.feature_name,
        'strategy', OLD.strategy_id);
    ELSIF TG_TABLE_NAME = 'segment' THEN
      noted := json_build_object('kind', 'segment', 'segment', NEW.id);
    ELSE
      noted := json_build_object('kind', 'approvals', 'project', NEW.project,
        'environment', NEW.environment);
    END IF;
    RAISE NOTICE USING ERRCODE = 'FF002', MESSAGE = 'Something was written that has policies.',
      DETAIL = noted::text;
    RETURN NULL;
  END $$;
  CREATE TRIGGER note_new_for_policies AFTER INSERT ON feature
    FOR EACH ROW WHEN (NEW.archived_at IS NULL) EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_moved_for_policies AFTER UPDATE OF project ON feature
    FOR EACH ROW WHEN (NEW.archived_at IS NULL AND NEW.project <> OLD.project)
    EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER DELETE ON feature_tag
    FOR EACH ROW EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_new_for_policies AFTER INSERT ON feature_environment
    FOR EACH ROW WHEN (NEW.enabled) EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER UPDATE OF enabled ON feature_environment
    FOR EACH ROW WHEN (NEW.enabled AND NOT OLD.enabled) EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_new_for_policies AFTER INSERT ON feature_strategy
    FOR EACH ROW WHEN (NOT NEW.disabled) EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER UPDATE OF name, constraints, disabled ON feature_strategy
    FOR EACH ROW WHEN (NOT NEW.disabled AND (OLD.disabled OR NEW.name <> OLD.name
      OR NEW.constraints <> OLD.constraints))
    EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER DELETE ON feature_strategy_segment
    FOR EACH ROW EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER UPDATE OF constraints ON segment
    FOR EACH ROW WHEN (NEW.constraints <> OLD.constraints) EXECUTE FUNCTION note_for_policies();
  CREATE TRIGGER note_for_policies AFTER UPDATE OF required_approvals ON project_environment
    FOR EACH ROW
    WHEN (COALESCE(NEW.required_approvals, 0) < COALESCE(OLD.required_approvals, 0))
    EXECUTE FUNCTION note_for_policies();`;

const DOWN = /* sql */ `
  DROP FUNCTION IF EXISTS note_for_policies() CASCADE;
  DROP TABLE IF EXISTS policy`;

const TABLES = [
  ...['project', 'feature', 'feature_tag', 'feature_environment', 'feature_strategy'],
  ...['feature_strategy_segment', 'segment', 'project_environment'],
];

/** Policies of projects and the instance, and triggers that say what has to follow them. */
export class Policies1768892200000 implements MarkedMigration {
  /** It locks tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    const [before] = (await q.query("SELECT to_regclass('policy') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    if (!before.done) await lockedBriefly(q, TABLES, UP);
  }

  /** Everything can be saved then. */
  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, TABLES, DOWN);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLES = /* sql */ `
  CREATE TABLE release_plan_template (
    id uuid NOT NULL CONSTRAINT release_plan_template_pkey PRIMARY KEY,
    name text NOT NULL
      CONSTRAINT release_plan_template_name_length CHECK (length(name) BETWEEN 1 AND 200),
    description text
      CONSTRAINT release_plan_template_description_length CHECK (length(description) <= 2000),
    created_by_user_id integer NOT NULL
      CONSTRAINT release_plan_template_created_by_fkey REFERENCES app_user (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz,
    -- The milestones with their strategies, as in responses.
    milestones jsonb NOT NULL DEFAULT '[]'
  );
  CREATE UNIQUE INDEX release_plan_template_name ON release_plan_template (name)
    WHERE archived_at IS NULL;
  CREATE INDEX release_plan_template_created_by ON release_plan_template (created_by_user_id);
  CREATE INDEX release_plan_template_uses ON release_plan_template
    USING gin (milestones jsonb_path_ops);

  CREATE TABLE release_plan (
    id uuid NOT NULL CONSTRAINT release_plan_pkey PRIMARY KEY,
    feature_name text NOT NULL
      CONSTRAINT release_plan_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    environment text NOT NULL
      CONSTRAINT release_plan_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    -- Without a foreign key: templates can be deleted, and plans are copies.
    template_id uuid NOT NULL,
    name text NOT NULL,
    description text,
    created_by_user_id integer NOT NULL
      CONSTRAINT release_plan_created_by_fkey REFERENCES app_user (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    -- The milestones with their strategies, as in responses.
    milestones jsonb NOT NULL,
    active_milestone_id uuid,
    -- When the next milestone starts by itself; null when it does not.
    progression_due_at timestamptz,
    safeguards jsonb NOT NULL DEFAULT '[]',
    -- When an instance last compared the safeguards with usage.
    safeguards_checked_at timestamptz,
    CONSTRAINT release_plan_place UNIQUE (feature_name, environment)
  );
  CREATE INDEX release_plan_environment ON release_plan (environment);
  CREATE INDEX release_plan_created_by ON release_plan (created_by_user_id);
  CREATE INDEX release_plan_due ON release_plan (progression_due_at)
    WHERE progression_due_at IS NOT NULL;
  CREATE INDEX release_plan_safeguarded ON release_plan (safeguards_checked_at NULLS FIRST)
    WHERE safeguards <> '[]' AND active_milestone_id IS NOT NULL;
  CREATE INDEX release_plan_uses ON release_plan USING gin (milestones jsonb_path_ops)`;

const strategiesJson = (milestone: string): string => /* sql */ `
  CREATE OR REPLACE FUNCTION strategies_json(of_feature text, of_environment text) RETURNS json
    LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT json_agg(${milestone} ORDER BY fs.sort_order, fs.created_at, fs.id)
      FROM feature_strategy fs
     WHERE fs.feature_name = of_feature AND fs.environment = of_environment
  $$`;

const strategy = (more = ''): string => /* sql */ `json_build_object(
  'id', fs.id, 'name', fs.name, 'title', fs.title, 'disabled', fs.disabled,
  'featureName', fs.feature_name, 'sortOrder', fs.sort_order,
  'constraints', fs.constraints, 'variants', fs.variants, 'parameters', fs.parameters,
  'segments', COALESCE((SELECT json_agg(ss.segment_id ORDER BY ss.segment_id)
    FROM feature_strategy_segment ss WHERE ss.strategy_id = fs.id), '[]')${more})`;

/**
 * Templates of rollouts in milestones, the plans of features, and which strategies belong to a
 * milestone. The column is null at first, so no rows are rewritten, and stored lists of strategies
 * stay as they are.
 */
export class ReleasePlans1766400000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('release_plan') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (found.done) return;
    await lockedBriefly(
      q,
      ['feature', 'feature_strategy'],
      /* sql */ `
        ${TABLES};
        ALTER TABLE feature_strategy ADD COLUMN milestone_id uuid;
        ${strategiesJson(`CASE WHEN fs.milestone_id IS NULL THEN ${strategy()}
          ELSE ${strategy(`, 'milestoneId', fs.milestone_id`)} END`)}`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['feature', 'feature_strategy'],
      /* sql */ `
        ${strategiesJson(strategy())};
        UPDATE feature_strategy SET milestone_id = NULL WHERE milestone_id IS NOT NULL;
        ALTER TABLE feature_strategy DROP COLUMN milestone_id;
        DROP TABLE release_plan, release_plan_template`,
    );
  }
}

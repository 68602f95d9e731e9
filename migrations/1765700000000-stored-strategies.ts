import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLE = /* sql */ `
  -- A table of its own, so that rows of feature_environment, which switches copy, stay small.
  CREATE TABLE feature_strategy_list (
    feature_name text NOT NULL,
    environment text NOT NULL,
    -- JSON of the strategies in their order, as in responses; null without strategies.
    strategies json,
    CONSTRAINT feature_strategy_list_pkey PRIMARY KEY (feature_name, environment),
    CONSTRAINT feature_strategy_list_feature_environment_fkey
      FOREIGN KEY (feature_name, environment)
      REFERENCES feature_environment (feature_name, environment) ON DELETE CASCADE
  );`;

const FUNCTIONS = /* sql */ `
  CREATE FUNCTION strategies_json(of_feature text, of_environment text) RETURNS json
    LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
    SELECT json_agg(json_build_object(
             'id', fs.id, 'name', fs.name, 'title', fs.title, 'disabled', fs.disabled,
             'featureName', fs.feature_name, 'sortOrder', fs.sort_order,
             'constraints', fs.constraints, 'variants', fs.variants, 'parameters', fs.parameters,
             'segments', COALESCE((SELECT json_agg(ss.segment_id ORDER BY ss.segment_id)
               FROM feature_strategy_segment ss WHERE ss.strategy_id = fs.id), '[]'))
             ORDER BY fs.sort_order, fs.created_at, fs.id)
      FROM feature_strategy fs
     WHERE fs.feature_name = of_feature AND fs.environment = of_environment
  $$;

  -- The rows are locked before strategies are read, so that concurrent changes are seen.
  CREATE FUNCTION store_strategies(of_features text[], of_environments text[]) RETURNS void
    LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO feature_strategy_list (feature_name, environment)
      SELECT feature_name, environment FROM feature_environment
        JOIN unnest(of_features, of_environments) AS c (feature_name, environment)
          USING (feature_name, environment)
       ORDER BY feature_name, environment
      ON CONFLICT ON CONSTRAINT feature_strategy_list_pkey DO NOTHING;
    PERFORM FROM feature_strategy_list l
      JOIN unnest(of_features, of_environments) AS c (feature_name, environment)
        USING (feature_name, environment)
     ORDER BY l.feature_name, l.environment FOR NO KEY UPDATE OF l;
    UPDATE feature_strategy_list l
       SET strategies = strategies_json(l.feature_name, l.environment)
      FROM unnest(of_features, of_environments) AS c (feature_name, environment)
     WHERE l.feature_name = c.feature_name AND l.environment = c.environment;
  END $$;

  CREATE FUNCTION store_added_strategies() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM store_strategies(array_agg(c.feature_name), array_agg(c.environment))
       FROM (SELECT DISTINCT feature_name, environment FROM added) c HAVING count(*) > 0;
    RETURN NULL;
  END $$;

  CREATE FUNCTION store_remaining_strategies() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM store_strategies(array_agg(c.feature_name), array_agg(c.environment))
       FROM (SELECT DISTINCT feature_name, environment FROM removed) c HAVING count(*) > 0;
    RETURN NULL;
  END $$;

  CREATE FUNCTION store_strategies_of_added_segments() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM store_strategies(array_agg(c.feature_name), array_agg(c.environment))
       FROM (SELECT DISTINCT fs.feature_name, fs.environment
               FROM feature_strategy fs JOIN added a ON a.strategy_id = fs.id) c
     HAVING count(*) > 0;
    RETURN NULL;
  END $$;

  -- Segments that were removed with their strategy are none of a strategy that remains.
  CREATE FUNCTION store_strategies_of_removed_segments() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM store_strategies(array_agg(c.feature_name), array_agg(c.environment))
       FROM (SELECT DISTINCT fs.feature_name, fs.environment
               FROM feature_strategy fs JOIN removed r ON r.strategy_id = fs.id) c
     HAVING count(*) > 0;
    RETURN NULL;
  END $$;`;

const TRIGGERS = /* sql */ `
  CREATE TRIGGER skip_counted_row BEFORE INSERT ON feature_strategy_list
    FOR EACH ROW WHEN (pg_trigger_depth() = 0
      AND current_setting('counts.repairing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION skip_counted_row('feature_name', 'environment');
  CREATE TRIGGER store_added_strategies AFTER INSERT ON feature_strategy
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION store_added_strategies();
  CREATE TRIGGER store_changed_strategies AFTER UPDATE ON feature_strategy
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION store_added_strategies();
  CREATE TRIGGER store_remaining_strategies AFTER DELETE ON feature_strategy
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION store_remaining_strategies();
  CREATE TRIGGER store_strategies_of_added_segments AFTER INSERT ON feature_strategy_segment
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION store_strategies_of_added_segments();
  CREATE TRIGGER store_strategies_of_removed_segments AFTER DELETE ON feature_strategy_segment
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION store_strategies_of_removed_segments();`;

const FUNCTION_NAMES = [
  'store_added_strategies()',
  'store_remaining_strategies()',
  'store_strategies_of_added_segments()',
  'store_strategies_of_removed_segments()',
  'store_strategies(text[], text[])',
  'strategies_json(text, text)',
];

/** Features in environments stored in one transaction; changes of their strategies wait. */
const BATCH = 200;

/**
 * Stores the JSON of the strategies of a feature in an environment, so that a switch, which answers
 * with the feature, does not build it from up to 30 strategies each.
 */
export class StoredStrategies1765700000000 implements MigrationInterface {
  /** Locks and batches are brief, so that an earlier version of the service goes on. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [done] = (await q.query(
      "SELECT to_regprocedure('strategies_json(text, text)') IS NOT NULL AS is",
    )) as [{ is: boolean }];
    if (!done.is)
      await lockedBriefly(
        q,
        ['feature_strategy', 'feature_strategy_segment'],
        TABLE + FUNCTIONS + TRIGGERS,
      );
    let after = ['', ''];
    for (;;) {
      const [batch] = (await q.query(
        /* sql */ `
          WITH batch AS MATERIALIZED (
            SELECT feature_name, environment FROM feature_environment
             WHERE (feature_name, environment) > ($1, $2)
             ORDER BY feature_name, environment LIMIT ${BATCH}
          ), stored AS MATERIALIZED (
            SELECT store_strategies(array_agg(feature_name), array_agg(environment)) FROM batch
            HAVING count(*) > 0
          )
          SELECT feature_name, environment FROM batch
           WHERE (SELECT count(*) FROM stored) = 1
           ORDER BY feature_name DESC, environment DESC LIMIT 1`,
        after,
      )) as { feature_name: string; environment: string }[];
      if (!batch) return;
      after = [batch.feature_name, batch.environment];
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ${FUNCTION_NAMES.map((name) => `DROP FUNCTION ${name} CASCADE;`).join('\n')}
      DROP TABLE feature_strategy_list;`);
  }
}

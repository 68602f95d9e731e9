export const WRONG_STRATEGY_COUNTS = /* sql */ `
  SELECT fe.feature_name, fe.environment, fe.strategy_count, fe.active_strategy_count,
         c.all_of_them, c.active
    FROM feature_environment fe
    LEFT JOIN (SELECT feature_name, environment, count(*)::int AS all_of_them,
                      count(*) FILTER (WHERE NOT disabled)::int AS active
                 FROM feature_strategy GROUP BY 1, 2) s USING (feature_name, environment)
   CROSS JOIN LATERAL (SELECT COALESCE(s.all_of_them, 0) AS all_of_them,
                              COALESCE(s.active, 0) AS active) c
   WHERE (fe.strategy_count, fe.active_strategy_count) <> (c.all_of_them, c.active)`;

/** Two statements that recount the strategies where the stored counts are wrong. */
export const REPAIR_STRATEGY_COUNTS = [
  /* sql */ `
    SELECT FROM feature_environment
     WHERE (feature_name, environment)
           IN (SELECT feature_name, environment FROM (${WRONG_STRATEGY_COUNTS}) w)
     ORDER BY feature_name, environment FOR UPDATE /* locks featureEnvironments */`,
  /* sql */ `
    UPDATE feature_environment fe
       SET strategy_count = w.all_of_them, active_strategy_count = w.active
      FROM (${WRONG_STRATEGY_COUNTS}) w
     WHERE fe.feature_name = w.feature_name AND fe.environment = w.environment`,
];

/** Where the stored JSON of strategies is wrong, with checksums of what it should be and is. */
export const WRONG_STORED_STRATEGIES = /* sql */ `
  SELECT feature_name, environment, hashtext(right_json) AS expected, hashtext(stored_json) AS found
    FROM (SELECT feature_name, environment, strategies::text AS stored_json,
                 strategies_json(feature_name, environment)::text AS right_json
            FROM feature_environment
            LEFT JOIN feature_strategy_list USING (feature_name, environment)) s
   WHERE stored_json IS DISTINCT FROM right_json`;

/** Stores the JSON of strategies again where it is wrong. */
export const REPAIR_STORED_STRATEGIES = [
  /* sql */ `
    SELECT store_strategies(array_agg(feature_name), array_agg(environment))
      FROM (${WRONG_STORED_STRATEGIES}) w`,
];

/** Where the stored number of strategies with a constraint on a context field is wrong. */
export const WRONG_CONTEXT_FIELDS = /* sql */ `
  SELECT context_field, feature_name, sum(expected)::bigint AS expected,
    sum(found)::bigint AS found FROM (
      SELECT field AS context_field, fs.feature_name, count(*) AS expected, 0 AS found
        FROM feature_strategy fs, constrained_fields(fs.constraints) field
       WHERE fs.constraint_count > 0 GROUP BY 1, 2
      UNION ALL SELECT context_field, feature_name, 0, strategies FROM feature_context_field
    ) c GROUP BY 1, 2 HAVING sum(expected) <> sum(found)`;

/** Statements that correct wrong counts. Changes of constraints wait meanwhile. */
export const REPAIR_CONTEXT_FIELDS = [
  'LOCK TABLE feature_context_field IN SHARE ROW EXCLUSIVE MODE',
  /* sql */ `
    WITH wrong AS MATERIALIZED (${WRONG_CONTEXT_FIELDS}), gone AS (
      DELETE FROM feature_context_field u USING wrong w
       WHERE u.context_field = w.context_field AND u.feature_name = w.feature_name
         AND w.expected = 0
    )
    INSERT INTO feature_context_field (context_field, feature_name, strategies)
    SELECT context_field, feature_name, expected FROM wrong WHERE expected > 0
    ON CONFLICT ON CONSTRAINT feature_context_field_pkey
      DO UPDATE SET strategies = excluded.strategies`,
];

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

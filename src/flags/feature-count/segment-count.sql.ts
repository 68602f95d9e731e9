/** Where the stored number of strategies of a feature with a segment is wrong. */
export const WRONG_FEATURE_SEGMENTS = /* sql */ `
  SELECT feature_name, segment_id, sum(expected)::bigint AS expected, sum(found)::bigint AS found
    FROM (
      SELECT fs.feature_name, ss.segment_id, count(*) AS expected, 0 AS found
        FROM feature_strategy_segment ss JOIN feature_strategy fs ON fs.id = ss.strategy_id
       GROUP BY 1, 2
      UNION ALL SELECT feature_name, segment_id, 0, strategies FROM feature_segment
    ) c GROUP BY 1, 2 HAVING sum(expected) <> sum(found)`;

/** Statements that correct wrong counts. Changes of segments of strategies wait meanwhile. */
export const REPAIR_FEATURE_SEGMENTS = [
  'LOCK TABLE feature_segment IN SHARE ROW EXCLUSIVE MODE',
  /* sql */ `
    WITH wrong AS MATERIALIZED (${WRONG_FEATURE_SEGMENTS}), gone AS (
      DELETE FROM feature_segment u USING wrong w
       WHERE u.feature_name = w.feature_name AND u.segment_id = w.segment_id AND w.expected = 0
    )
    INSERT INTO feature_segment (feature_name, segment_id, strategies)
    SELECT feature_name, segment_id, expected FROM wrong WHERE expected > 0
    ON CONFLICT ON CONSTRAINT feature_segment_pkey DO UPDATE SET strategies = excluded.strategies`,
];

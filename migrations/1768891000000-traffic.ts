import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many requests there were, and how many different connections, by day and by month. */
export class Traffic1768891000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE traffic_day (
        day date NOT NULL, -- in UTC
        api_path text NOT NULL, -- such as /api/client
        outcome text NOT NULL CONSTRAINT traffic_day_outcome_known
          CHECK (outcome IN ('successful-requests', 'refused-requests', 'failed-requests')),
        requests bigint NOT NULL,
        CONSTRAINT traffic_day_pkey PRIMARY KEY (day, api_path, outcome)
      );

      -- How many different values the registers of a HyperLogLog stand for: the estimator of
      -- Otmar Ertl (2017), which needs no corrections for small and large numbers.
      CREATE FUNCTION distinct_estimate(registers smallint[]) RETURNS bigint
        LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT CASE WHEN share = 1 THEN 0
                    ELSE round(m * m / (2 * ln(2.0::float8) * (others + m * (share + sigma)))) END::bigint
          FROM (SELECT count(*)::float8 AS m, count(*) FILTER (WHERE r = 0) / count(*)::float8 AS share,
                       COALESCE(sum(2.0::float8 ^ (-r)) FILTER (WHERE r > 0), 0) AS others
                  FROM unnest(registers) AS one (r)) counted
         CROSS JOIN LATERAL (
           SELECT COALESCE(sum(exp(2.0::float8 ^ k * ln(share)) * 2.0::float8 ^ (k - 1)), 0) AS sigma
             FROM generate_series(1, 60) AS step (k)
            WHERE share > 0 AND share < 1 AND CASE WHEN share > 0 THEN 2.0::float8 ^ k * ln(share) > -600 END) power
      $$;
      CREATE TABLE connection_sketch (
        period text NOT NULL CONSTRAINT connection_sketch_period_known CHECK (period IN ('day', 'month')),
        starts date NOT NULL, -- the first day, in UTC
        kind text NOT NULL CONSTRAINT connection_sketch_kind_known CHECK (kind IN ('backend', 'frontend')),
        -- Of a HyperLogLog; those of several instances, or days, are merged by their maxima.
        registers smallint[] NOT NULL CONSTRAINT connection_sketch_registers_complete CHECK (cardinality(registers) = 4096),
        connections bigint GENERATED ALWAYS AS (distinct_estimate(registers)) STORED,
        CONSTRAINT connection_sketch_pkey PRIMARY KEY (period, starts, kind)
      );
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TABLE connection_sketch, traffic_day;
      DROP FUNCTION distinct_estimate;
    `);
  }
}

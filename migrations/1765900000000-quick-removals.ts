import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the removal of strategies and segments takes from a table of strategies per feature. */
interface Use {
  table: string;
  key: string;
  /** A SELECT of the key, `feature_name` and `strategies`. */
  removed: string;
}

const CONTEXT_FIELDS: Use = {
  table: 'feature_context_field',
  key: 'context_field',
  removed: /* sql */ `
    SELECT field AS context_field, r.feature_name, count(*)::integer AS strategies
      FROM removed r, constrained_fields(r.constraints) field
     WHERE r.constraint_count > 0 GROUP BY 1, 2`,
};
const SEGMENTS: Use = {
  table: 'feature_segment',
  key: 'segment_id',
  removed: /* sql */ `
    SELECT segment_id, feature_name, count(*)::integer AS strategies FROM removed GROUP BY 1, 2`,
};

const SUBTRACT = ({ table, key, removed }: Use): string => /* sql */ `
  MERGE INTO ${table} u USING (${removed}) r
     ON u.${key} = r.${key} AND u.feature_name = r.feature_name
   WHEN MATCHED AND u.strategies <= r.strategies THEN DELETE
   WHEN MATCHED THEN UPDATE SET strategies = u.strategies - r.strategies;`;

/** The statements of before, of which the second could compare each row with each other one. */
const SUBTRACT_AND_DELETE = ({ table, key, removed }: Use): string => /* sql */ `
  UPDATE ${table} u SET strategies = u.strategies - r.strategies FROM (${removed}) r
   WHERE u.${key} = r.${key} AND u.feature_name = r.feature_name;
  DELETE FROM ${table} u USING (${removed}) r
   WHERE u.${key} = r.${key} AND u.feature_name = r.feature_name AND u.strategies <= 0;`;

const functions = (subtract: (use: Use) => string): string => /* sql */ `
  CREATE OR REPLACE FUNCTION count_segments_of_features() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO feature_segment AS u (feature_name, segment_id, strategies)
        SELECT fs.feature_name, a.segment_id, count(*)
          FROM added a JOIN feature_strategy fs ON fs.id = a.strategy_id
         GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT ON CONSTRAINT feature_segment_pkey
          DO UPDATE SET strategies = u.strategies + excluded.strategies;
    ELSIF EXISTS (SELECT FROM removed) THEN
      ${subtract(SEGMENTS)}
    END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION count_context_fields() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF NOT EXISTS (SELECT FROM added a JOIN removed r ON r.id = a.id
                      WHERE a.constraints <> r.constraints) THEN
        RETURN NULL;
      END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO feature_context_field AS u (context_field, feature_name, strategies)
        SELECT field, a.feature_name, count(*)
          FROM added a, constrained_fields(a.constraints) field
         WHERE a.constraint_count > 0 GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT ON CONSTRAINT feature_context_field_pkey
          DO UPDATE SET strategies = u.strategies + excluded.strategies;
    END IF;
    IF TG_OP <> 'INSERT' THEN
      IF EXISTS (SELECT FROM removed WHERE constraint_count > 0) THEN
        ${subtract(CONTEXT_FIELDS)}
      END IF;
    END IF;
    RETURN NULL;
  END $$;`;

/**
 * Counts what is removed in one statement per table. With two, PostgreSQL expected to find one
 * outdated row, and looked through all removed rows for each of the thousands that there were.
 */
export class QuickRemovals1765900000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(functions(SUBTRACT));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(functions(SUBTRACT_AND_DELETE));
  }
}

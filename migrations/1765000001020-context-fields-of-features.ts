import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The number of strategies of each feature with a constraint on a context field, so that the
 * features that use a field are found without reading all constraints.
 */
export class ContextFieldsOfFeatures1765000001020 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- There is no row without strategies.
      CREATE TABLE feature_context_field (
        context_field text NOT NULL,
        feature_name text NOT NULL,
        strategies integer NOT NULL,
        CONSTRAINT feature_context_field_pkey PRIMARY KEY (context_field, feature_name)
      );

      CREATE FUNCTION constrained_fields(constraints jsonb) RETURNS SETOF text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT DISTINCT part ->> 'contextName' FROM jsonb_array_elements(constraints) part
         WHERE part ->> 'contextName' IS NOT NULL
      $$;

      CREATE FUNCTION count_context_fields() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          IF NOT EXISTS (SELECT FROM added a JOIN removed r ON r.id = a.id
                          WHERE a.constraints <> r.constraints) THEN
            RETURN NULL;
          END IF;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO feature_context_field AS u (context_field, feature_name, strategies)
            SELECT field, a.feature_name, count(*) FROM added a, constrained_fields(a.constraints) field
             WHERE a.constraint_count > 0 GROUP BY 1, 2 ORDER BY 1, 2
            ON CONFLICT ON CONSTRAINT feature_context_field_pkey
              DO UPDATE SET strategies = u.strategies + excluded.strategies;
        END IF;
        IF TG_OP <> 'INSERT' THEN
          IF EXISTS (SELECT FROM removed WHERE constraint_count > 0) THEN
            UPDATE feature_context_field u SET strategies = u.strategies - c.strategies
              FROM (SELECT field, r.feature_name, count(*) AS strategies
                      FROM removed r, constrained_fields(r.constraints) field
                     WHERE r.constraint_count > 0 GROUP BY 1, 2) c
             WHERE u.context_field = c.field AND u.feature_name = c.feature_name;
            DELETE FROM feature_context_field u
             USING (SELECT DISTINCT field, r.feature_name
                      FROM removed r, constrained_fields(r.constraints) field
                     WHERE r.constraint_count > 0) c
             WHERE u.context_field = c.field AND u.feature_name = c.feature_name
               AND u.strategies <= 0;
          END IF;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_context_fields_added AFTER INSERT ON feature_strategy
        REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_context_fields();
      CREATE TRIGGER count_context_fields_removed AFTER DELETE ON feature_strategy
        REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION count_context_fields();
      CREATE TRIGGER count_context_fields_changed AFTER UPDATE ON feature_strategy
        REFERENCING NEW TABLE AS added OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION count_context_fields();

      INSERT INTO feature_context_field (context_field, feature_name, strategies)
        SELECT field, fs.feature_name, count(*)
          FROM feature_strategy fs, constrained_fields(fs.constraints) field
         WHERE fs.constraint_count > 0 GROUP BY 1, 2;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP FUNCTION count_context_fields() CASCADE;
      DROP FUNCTION constrained_fields(jsonb);
      DROP TABLE feature_context_field;
    `);
  }
}

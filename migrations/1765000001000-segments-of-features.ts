import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The feature of each segment of a strategy, so that the features that use a segment are found
 * without their strategies. A strategy never changes its feature.
 */
export class SegmentsOfFeatures1765000001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE feature_strategy_segment ADD COLUMN feature_name text;

      -- After the statement, because it may also insert the strategies.
      CREATE FUNCTION name_features_of_segments() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE feature_strategy_segment ss SET feature_name = fs.feature_name
          FROM added a JOIN feature_strategy fs ON fs.id = a.strategy_id
         WHERE ss.strategy_id = a.strategy_id AND ss.segment_id = a.segment_id
           AND a.feature_name IS NULL;
        RETURN NULL;
      END $$;
      CREATE TRIGGER name_features_of_segments AFTER INSERT ON feature_strategy_segment
        REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION name_features_of_segments();
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE feature_strategy_segment DROP COLUMN feature_name;
      DROP FUNCTION name_features_of_segments() CASCADE;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The feature of each segment that strategies had before, in a transaction that blocks no reads. */
export class SegmentsOfAllFeatures1765000001010 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      UPDATE feature_strategy_segment ss SET feature_name = fs.feature_name
        FROM feature_strategy fs WHERE fs.id = ss.strategy_id AND ss.feature_name IS NULL;
      CREATE INDEX feature_strategy_segment_feature
        ON feature_strategy_segment (segment_id, feature_name, strategy_id);
      DROP INDEX feature_strategy_segment_segment;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX feature_strategy_segment_segment ON feature_strategy_segment (segment_id);
      DROP INDEX feature_strategy_segment_feature;
    `);
  }
}

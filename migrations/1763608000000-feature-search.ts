import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a search for a part of a name or description find it by an index. Features are created and described rarely, so they can afford one. */
export class FeatureSearch1763608000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE INDEX feature_text ON feature USING gin (name gin_trgm_ops, description gin_trgm_ops);
      CREATE INDEX feature_live_by_created_at ON feature (created_at, name) WHERE archived_at IS NULL;
      CREATE INDEX feature_live_by_name ON feature (name) WHERE archived_at IS NULL;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    // The extension stays: somebody else may use it by now.
    await q.query(
      /* sql */ 'DROP INDEX feature_text, feature_live_by_created_at, feature_live_by_name',
    );
  }
}

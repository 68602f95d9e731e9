import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notes which features have outlived their type's lifetime, so that it is told of each once. */
export class OutlivedFeatures1763607000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE feature ADD COLUMN outlived_noted_at timestamptz;
      -- What the job of every minute looks through: by type, as each has its own lifetime.
      CREATE INDEX feature_outlived_unnoted ON feature (type, created_at) WHERE outlived_noted_at IS NULL AND archived_at IS NULL AND NOT stale;
      CREATE INDEX feature_outlived_noted ON feature (type, created_at) WHERE outlived_noted_at IS NOT NULL;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP INDEX feature_outlived_noted, feature_outlived_unnoted;
      ALTER TABLE feature DROP COLUMN outlived_noted_at;
    `);
  }
}

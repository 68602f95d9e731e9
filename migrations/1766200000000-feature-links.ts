import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** Links of features to pages elsewhere, such as tickets and documents. */
export class FeatureLinks1766200000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['feature'],
      /* sql */ `
      ALTER TABLE feature ADD COLUMN IF NOT EXISTS links jsonb NOT NULL DEFAULT '[]'
        CONSTRAINT feature_links_are_few CHECK (jsonb_array_length(links) <= 50)`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE feature DROP COLUMN links');
  }
}

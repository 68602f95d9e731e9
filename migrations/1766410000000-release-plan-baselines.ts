import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when the safeguards of a release plan count usage, and what had been counted in that hour:
 * `{since, counts: {<safeguard>: {matching, total}}}`.
 */
export class ReleasePlanBaselines1766410000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE release_plan ADD COLUMN usage_baseline jsonb');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE release_plan DROP COLUMN usage_baseline');
  }
}

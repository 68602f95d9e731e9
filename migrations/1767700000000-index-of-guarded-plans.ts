import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds release plans with safeguards by an index that does not contain when they were checked.
 * While it did, each check of a plan wrote new entries into all indexes of the table, which are
 * many for long milestones. The previous version uses the new index, too.
 */
export class IndexOfGuardedPlans1767700000000 implements MigrationInterface {
  /** Indexes are built concurrently, so that plans can be changed meanwhile. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS release_plan_guarded');
    await q.query(/* sql */ `
      CREATE INDEX CONCURRENTLY release_plan_guarded ON release_plan (id)
        WHERE safeguards <> '[]'`);
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS release_plan_safeguarded');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX release_plan_safeguarded ON release_plan (safeguards_checked_at NULLS FIRST)
        WHERE safeguards <> '[]' AND active_milestone_id IS NOT NULL;
      DROP INDEX release_plan_guarded`);
  }
}

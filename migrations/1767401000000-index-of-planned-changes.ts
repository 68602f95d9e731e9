import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds out by an index whether a change request is scheduled, and for when. Previews ask this about
 * every change request that their features were ever part of, and few of these are scheduled.
 */
export class IndexOfPlannedChanges1767401000000 implements MigrationInterface {
  /** The index is built concurrently, so that change requests can be changed meanwhile. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS change_request_planned');
    await q.query(/* sql */ `
      CREATE INDEX CONCURRENTLY change_request_planned ON change_request (id)
        INCLUDE (environment, scheduled_at)
        WHERE state = 'Scheduled' AND schedule_status = 'pending'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX change_request_planned');
  }
}

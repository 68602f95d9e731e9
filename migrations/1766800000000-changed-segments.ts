import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the change requests that change a segment. */
export class ChangedSegments1766800000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX change_request_change_segment ON change_request_change (segment_id)
        WHERE segment_id IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX change_request_change_segment');
  }
}

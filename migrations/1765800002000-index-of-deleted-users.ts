import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statistics count the users who were deleted lately, without reading all the others. */
export class IndexOfDeletedUsers1765800002000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE INDEX app_user_deleted ON app_user (deleted_at) WHERE deleted_at IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP INDEX app_user_deleted');
  }
}

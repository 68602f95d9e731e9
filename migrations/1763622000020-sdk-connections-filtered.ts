import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which features of its projects an SDK asks for. */
export class SdkConnectionsFiltered1763622000020 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE sdk_connection
        -- how the names of the features start that it is told of; empty for all
        ADD COLUMN name_prefix text NOT NULL DEFAULT '',
        -- of which a feature that it is told of carries one, as type:value; null for all
        ADD COLUMN tags text[];
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'ALTER TABLE sdk_connection DROP COLUMN name_prefix, DROP COLUMN tags');
  }
}

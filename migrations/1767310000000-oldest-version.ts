import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The oldest version of the service that can work with the schema, once something was removed. */
export class OldestVersion1767310000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE oldest_version (
        is_only_row boolean NOT NULL DEFAULT true CONSTRAINT oldest_version_pkey PRIMARY KEY
          CONSTRAINT oldest_version_one_row CHECK (is_only_row),
        version text NOT NULL
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE oldest_version');
  }
}

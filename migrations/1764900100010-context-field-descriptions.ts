import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A context field without a description has null, which clients tell apart from an empty text. */
export class ContextFieldDescriptions1764900100010 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE context_field ALTER COLUMN description DROP NOT NULL, ALTER COLUMN description DROP DEFAULT`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      UPDATE context_field SET description = '' WHERE description IS NULL;
      ALTER TABLE context_field ALTER COLUMN description SET DEFAULT '', ALTER COLUMN description SET NOT NULL`);
  }
}

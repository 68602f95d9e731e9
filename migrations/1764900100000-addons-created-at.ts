import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When addons were created; for those that exist, the moment of the event that tells of it. */
export class AddonsCreatedAt1764900100000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE addon ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
      UPDATE addon a SET created_at = e.created_at
        FROM event e WHERE e.type = 'addon-config-created' AND e.data ->> 'id' = a.id::text`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE addon DROP COLUMN created_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who signed up by a link has named an e-mail address that nobody checked. */
export class VouchedUsers1763623000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- When a provider of single sign-on vouched for the address for the first time; null before.
      ALTER TABLE invited_user ADD COLUMN vouched_at timestamptz;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE invited_user DROP COLUMN vouched_at');
  }
}

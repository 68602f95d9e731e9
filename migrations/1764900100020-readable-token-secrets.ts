import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The encrypted secret of an API token that a program created, and the token that it did so with. */
export class ReadableTokenSecrets1764900100020 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      ALTER TABLE api_token ADD COLUMN sealed_secret text, ADD COLUMN sealed_for text;
      CREATE INDEX api_token_sealed_for ON api_token (sealed_for) WHERE sealed_for IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE api_token DROP COLUMN sealed_secret, DROP COLUMN sealed_for');
  }
}

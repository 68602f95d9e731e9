import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The Ed25519 keys that sign statistics and the audit log. Public keys are never deleted. */
export class SigningKeys1765210000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE signing_key (
        -- the thumbprint of the public key (RFC 7638)
        id text CONSTRAINT signing_key_pkey PRIMARY KEY,
        public_key text NOT NULL,
        -- encrypted; null for a key of the environment
        private_key text,
        -- a signature of the public key by the key before it; null when that could not sign
        endorsement text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE signing_key');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests with an idempotency key, and their responses. */
export class IdempotencyRecords1765200000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE idempotency_record (
        caller text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        status integer NOT NULL,
        location text,
        body text,
        is_too_long boolean NOT NULL DEFAULT false,
        omits_secrets boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT idempotency_record_pkey PRIMARY KEY (caller, key)
      );
      CREATE INDEX idempotency_record_created_at ON idempotency_record (created_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE idempotency_record');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells applications that reported from those that somebody has only described, and counts those that were forgotten. */
export class InventedApplications1764500001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- Whether it registered or sent usage; what an administrator describes exists before that.
      ALTER TABLE client_application ADD COLUMN is_reported boolean NOT NULL DEFAULT true;
      -- A report moves seen_at, a description does not; created_by is the service itself where a report came first.
      UPDATE client_application SET is_reported = false WHERE created_by <> 'unleash_system_user' AND seen_at = created_at;
      DROP INDEX client_application_seen_at;
      CREATE INDEX client_application_seen_at ON client_application (seen_at) WHERE is_reported;

      -- Applications that have not reported for long, by the SHA-256 of their name: they count among those ever observed, once each.
      CREATE TABLE client_application_forgotten (
        name_hash bytea NOT NULL CONSTRAINT client_application_forgotten_pkey PRIMARY KEY,
        forgotten_at timestamptz NOT NULL DEFAULT now()
      );
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TABLE client_application_forgotten;
      DROP INDEX client_application_seen_at;
      CREATE INDEX client_application_seen_at ON client_application (seen_at);
      ALTER TABLE client_application DROP COLUMN is_reported;
    `);
  }
}

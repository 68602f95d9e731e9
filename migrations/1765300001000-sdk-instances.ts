import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The running instances of the service, and which changes each of them serves to SDKs. */
export class SdkInstances1765300001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE UNLOGGED TABLE sdk_instance (
        instance_id uuid NOT NULL,
        -- empty for the row that says that the instance is running
        environment text NOT NULL,
        -- it serves everything that is visible in this
        horizon pg_snapshot NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT sdk_instance_pkey PRIMARY KEY (instance_id, environment)
      ) WITH (fillfactor = 50)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE sdk_instance');
  }
}

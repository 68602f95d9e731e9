import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which SDKs are connected, and what they have fetched. */
export class SdkConnections1763621000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- Losing it in a crash costs no more than a few seconds until SDKs are seen again, so it is not logged.
      CREATE UNLOGGED TABLE sdk_connection (
        environment text NOT NULL,
        app_name text NOT NULL,
        instance_id text NOT NULL,
        -- of the process, where the SDK tells one
        connection_id text NOT NULL,
        sdk_version text,
        mode text NOT NULL CONSTRAINT sdk_connection_mode_known CHECK (mode IN ('streaming', 'polling')),
        -- those that it is told of; null for all
        projects text[],
        -- those that it is not told of
        hidden_projects text[] NOT NULL,
        -- when it was known last to have what is visible in the horizon
        fetched_at timestamptz NOT NULL,
        -- from when on it does not count as connected any more
        expires_at timestamptz NOT NULL,
        horizon pg_snapshot NOT NULL,
        CONSTRAINT sdk_connection_pkey PRIMARY KEY (environment, app_name, instance_id, connection_id)
      ) WITH (fillfactor = 70);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ 'DROP TABLE sdk_connection');
  }
}

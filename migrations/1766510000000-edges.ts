import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What edges report about themselves. A row is replaced by the next report. */
export class Edges1766510000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE edge_instance (
        environment text NOT NULL, -- of the token; no reference, since reports must not fail
        identifier text NOT NULL,
        app_name text NOT NULL,
        edge_version text NOT NULL,
        region text,
        hosting text,
        upstream text, -- the edge through which it reports
        started_at timestamptz NOT NULL,
        reported_at timestamptz NOT NULL DEFAULT now(),
        figures jsonb NOT NULL,
        CONSTRAINT edge_instance_pkey PRIMARY KEY (environment, identifier)
      );
      CREATE INDEX edge_instance_reported_at ON edge_instance (reported_at DESC)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE edge_instance');
  }
}

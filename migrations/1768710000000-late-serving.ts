import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an instance that had been cut off served changes: all between two of its states. */
export class LateServing1768710000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE late_serving (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT late_serving_pkey PRIMARY KEY,
        served_at timestamptz NOT NULL DEFAULT now(),
        since pg_snapshot NOT NULL,
        until pg_snapshot NOT NULL
      );
      CREATE INDEX late_serving_served_at ON late_serving (served_at)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE late_serving');
  }
}

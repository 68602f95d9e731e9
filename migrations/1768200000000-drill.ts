import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The drill of the kill switch: its reserved features, and what came of it (ADR 51). */
export class Drill1768200000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- one row: the state of the reserved features of all environments
      CREATE TABLE drill (
        id boolean NOT NULL CONSTRAINT drill_pkey PRIMARY KEY CONSTRAINT drill_one CHECK (id),
        round integer NOT NULL,
        enabled boolean NOT NULL,
        switched_at timestamptz NOT NULL,
        transaction_id xid8 NOT NULL
      ) WITH (fillfactor = 50);
      -- what each instance has reported last
      CREATE UNLOGGED TABLE drill_report (
        instance_id uuid NOT NULL CONSTRAINT drill_report_pkey PRIMARY KEY,
        name text NOT NULL,
        round integer NOT NULL,
        -- from the switch to the end of the report, by the clock of PostgreSQL
        elapsed_ms double precision NOT NULL,
        -- how far the clock of the instance is ahead of that of PostgreSQL
        clock_ms double precision NOT NULL,
        report jsonb NOT NULL,
        reported_at timestamptz NOT NULL
      ) WITH (fillfactor = 50);
      CREATE TABLE drill_result (
        round integer NOT NULL CONSTRAINT drill_result_pkey PRIMARY KEY,
        switched_at timestamptz NOT NULL,
        -- until the slowest had the change; null when one did not get it
        milliseconds double precision,
        broken jsonb NOT NULL
      );
      CREATE TABLE drill_month (
        month date NOT NULL CONSTRAINT drill_month_pkey PRIMARY KEY,
        drills integer NOT NULL,
        in_time integer NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE drill, drill_report, drill_result, drill_month');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What applications reported about metrics that safeguards of release plans watch, by hour. */
export class ReleasePlanSamples1766420000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE release_plan_sample (
        safeguard_id uuid NOT NULL,
        hour timestamptz NOT NULL,
        count double precision NOT NULL,
        sum double precision NOT NULL,
        CONSTRAINT release_plan_sample_pkey PRIMARY KEY (safeguard_id, hour)
      );
      CREATE INDEX release_plan_sample_hour ON release_plan_sample (hour)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE release_plan_sample');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const UP = /* sql */ `
  CREATE TABLE insight_day (
    day date NOT NULL, -- in UTC
    users integer NOT NULL,
    active_users integer NOT NULL,
    taken_at timestamptz NOT NULL,
    has_usage boolean NOT NULL DEFAULT false, -- whether insight_usage_day has this day
    CONSTRAINT insight_day_pkey PRIMARY KEY (day)
  );
  CREATE TABLE insight_project_day (
    day date NOT NULL,
    project text NOT NULL CONSTRAINT insight_project_day_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    features integer NOT NULL,
    stale integer NOT NULL,
    potentially_stale integer NOT NULL,
    days_to_production numeric, -- average of the features that got there within 30 days
    members integer NOT NULL,
    CONSTRAINT insight_project_day_pkey PRIMARY KEY (day, project)
  );
  CREATE INDEX insight_project_day_project ON insight_project_day (project);
  CREATE TABLE insight_usage_day (
    day date NOT NULL,
    project text NOT NULL CONSTRAINT insight_usage_day_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    yes bigint NOT NULL,
    no bigint NOT NULL,
    applications integer NOT NULL,
    environments integer NOT NULL,
    features integer NOT NULL,
    CONSTRAINT insight_usage_day_pkey PRIMARY KEY (day, project)
  );
  CREATE INDEX insight_usage_day_project ON insight_usage_day (project);`;

/** What changed over time in projects and in the instance, one row for each day. */
export class Insights1768891100000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['project'], UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['project'],
      'DROP TABLE insight_usage_day, insight_project_day, insight_day',
    );
  }
}

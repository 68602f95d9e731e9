import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLES = /* sql */ `
  CREATE TABLE signal (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT signal_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT signal_name_key UNIQUE,
    project text NOT NULL
      CONSTRAINT signal_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    secret_hash bytea NOT NULL CONSTRAINT signal_secret_key UNIQUE,
    uses integer NOT NULL DEFAULT 0,
    used_at timestamptz,
    created_by_user_id integer NOT NULL
      CONSTRAINT signal_created_by_fkey REFERENCES app_user (id),
    created_by_token uuid,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX signal_project ON signal (project);
  CREATE INDEX signal_created_by ON signal (created_by_user_id);
  CREATE TABLE signal_target (
    signal_id integer CONSTRAINT signal_target_signal_fkey REFERENCES signal ON DELETE CASCADE,
    feature_name text
      CONSTRAINT signal_target_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    environment text
      CONSTRAINT signal_target_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    CONSTRAINT signal_target_pkey PRIMARY KEY (signal_id, feature_name, environment)
  );
  CREATE INDEX signal_target_feature ON signal_target (feature_name);
  CREATE INDEX signal_target_environment ON signal_target (environment)`;

/** What monitoring sends to turn features off, and which features. */
export class Signals1768300000000 implements MigrationInterface {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('signal') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['feature'], TABLES);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['feature'], 'DROP TABLE signal_target; DROP TABLE signal');
  }
}

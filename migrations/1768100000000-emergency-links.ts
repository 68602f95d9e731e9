import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLE = /* sql */ `
  CREATE TABLE emergency_link (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT emergency_link_pkey PRIMARY KEY,
    secret_hash bytea NOT NULL CONSTRAINT emergency_link_secret_key UNIQUE,
    feature_name text
      CONSTRAINT emergency_link_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    project text -- of a link for a tag; a feature has its own
      CONSTRAINT emergency_link_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    tag_type text,
    tag_value text,
    environment text NOT NULL
      CONSTRAINT emergency_link_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    reason text CONSTRAINT emergency_link_reason_length CHECK (length(reason) <= 200),
    single_use boolean NOT NULL,
    expires_at timestamptz NOT NULL,
    uses integer NOT NULL DEFAULT 0,
    used_at timestamptz,
    revoked_at timestamptz,
    created_by_user_id integer NOT NULL
      CONSTRAINT emergency_link_created_by_fkey REFERENCES app_user (id),
    created_by_token uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT emergency_link_subject CHECK (
      (feature_name IS NULL) = (project IS NOT NULL)
      AND (project IS NULL) = (tag_type IS NULL) AND (project IS NULL) = (tag_value IS NULL))
  );
  CREATE INDEX emergency_link_feature ON emergency_link (feature_name);
  CREATE INDEX emergency_link_project ON emergency_link (project);
  CREATE INDEX emergency_link_environment ON emergency_link (environment);
  CREATE INDEX emergency_link_created_by ON emergency_link (created_by_user_id)`;

/** Links with which somebody who is not signed in can turn features off, and nothing else. */
export class EmergencyLinks1768100000000 implements MigrationInterface {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('emergency_link') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['feature'], TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['feature'], 'DROP TABLE emergency_link');
  }
}

import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLE = /* sql */ `
  CREATE TABLE IF NOT EXISTS template (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT template_pkey PRIMARY KEY,
    kind text NOT NULL CONSTRAINT template_kind_known CHECK (kind IN ('feature', 'project')),
    name text NOT NULL CONSTRAINT template_name_key UNIQUE,
    description text,
    parameters json NOT NULL,
    -- What flags as code describe, with parameters in its texts.
    content json NOT NULL,
    created_by_user_id integer NOT NULL
      CONSTRAINT template_created_by_fkey REFERENCES app_user (id),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX IF NOT EXISTS template_created_by ON template (created_by_user_id)`;

/** Templates of features and projects. */
export class Templates1768892300000 implements MarkedMigration {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['app_user'], TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE IF EXISTS template');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLES = /* sql */ `
  CREATE TABLE code_repository (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT code_repository_pkey PRIMARY KEY,
    project text NOT NULL
      CONSTRAINT code_repository_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    name text NOT NULL,
    revision text,
    url_template text,
    -- false when the sender has left out references
    complete boolean NOT NULL,
    scanned_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT code_repository_name_key UNIQUE (project, name)
  );
  -- Names without a foreign key: code also names features that do not exist any more.
  CREATE TABLE code_reference (
    repository_id integer CONSTRAINT code_reference_repository_fkey
      REFERENCES code_repository (id) ON DELETE CASCADE,
    feature_name text,
    file text,
    line integer,
    CONSTRAINT code_reference_pkey PRIMARY KEY (repository_id, feature_name, file, line)
  )`;

/** Where the code of projects names features. */
export class CodeReferences1768890000000 implements MigrationInterface {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query(
      "SELECT to_regclass('code_repository') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['project'], TABLES);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['project'], 'DROP TABLE code_reference; DROP TABLE code_repository');
  }
}

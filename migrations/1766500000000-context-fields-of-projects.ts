import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** Context fields that belong to a project. Existing ones belong to none. */
export class ContextFieldsOfProjects1766500000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['context_field', 'project'],
      /* sql */ `
      ALTER TABLE context_field ADD COLUMN IF NOT EXISTS project text
        CONSTRAINT context_field_project_fkey REFERENCES project (id) ON DELETE CASCADE;
      CREATE INDEX IF NOT EXISTS context_field_project ON context_field (project)
        WHERE project IS NOT NULL`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE context_field DROP COLUMN project');
  }
}

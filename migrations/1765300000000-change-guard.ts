import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** What a project does about turning off or archiving features that are in use. */
export class ChangeGuard1765300000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['project'],
      /* sql */ `
      ALTER TABLE project ADD COLUMN IF NOT EXISTS guard text NOT NULL DEFAULT 'none'
        CONSTRAINT project_guard_known CHECK (guard IN ('none', 'warn', 'block'))`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE project DROP COLUMN guard');
  }
}

import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLE = /* sql */ `
  CREATE TABLE IF NOT EXISTS deleted_project (
    id text NOT NULL CONSTRAINT deleted_project_pkey PRIMARY KEY,
    is_private boolean NOT NULL
  );
  CREATE OR REPLACE FUNCTION note_deleted_project() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO deleted_project AS d (id, is_private) VALUES (OLD.id, OLD.mode = 'private')
      ON CONFLICT ON CONSTRAINT deleted_project_pkey DO UPDATE SET is_private = true
      WHERE excluded.is_private AND NOT d.is_private;
    RETURN NULL;
  END $$;`;

const TRIGGER = /* sql */ `
  CREATE OR REPLACE TRIGGER note_deleted_project AFTER DELETE ON project
    FOR EACH ROW EXECUTE FUNCTION note_deleted_project()`;

/** Projects that were deleted before there was the trigger. */
const NOTE_EARLIER = /* sql */ `
  INSERT INTO deleted_project AS d (id, is_private)
  SELECT e.project, bool_or(COALESCE(e.data ->> 'mode' = 'private', false)) FROM event e
   WHERE e.type = 'project-deleted' AND e.project IS NOT NULL GROUP BY 1 ORDER BY 1
    ON CONFLICT ON CONSTRAINT deleted_project_pkey DO UPDATE SET is_private = true
    WHERE excluded.is_private AND NOT d.is_private`;

/**
 * Keeps the ids of deleted projects, whose events are hidden from those who could not see them.
 * They were read from the events for each request of a person, from every month that there is. A
 * trigger keeps them, because the previous version deletes projects, too.
 */
export class DeletedProjects1767800000000 implements MarkedMigration {
  /** The lock of the table of projects is held for a moment only. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(TABLE);
    await lockedBriefly(q, ['project'], TRIGGER);
    await q.query(NOTE_EARLIER);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TRIGGER note_deleted_project ON project;
      DROP FUNCTION note_deleted_project();
      DROP TABLE deleted_project;`);
  }
}

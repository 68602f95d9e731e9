import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const UP = /* sql */ `
  CREATE SEQUENCE IF NOT EXISTS denied_request_change;
  ALTER TABLE denied_request
    -- Grows with each change of a row; null of rows that did not change since there is this column.
    ADD COLUMN IF NOT EXISTS change_id bigint,
    ADD COLUMN IF NOT EXISTS changed_at timestamptz;
  ALTER TABLE denied_request
    ALTER COLUMN change_id SET DEFAULT nextval('denied_request_change'),
    ALTER COLUMN changed_at SET DEFAULT clock_timestamp();
  ALTER TABLE addon_cursor
    -- The last change of denied requests that the addon has got; null if it gets none.
    ADD COLUMN IF NOT EXISTS denied_id bigint,
    -- How often it has refused the next one.
    ADD COLUMN IF NOT EXISTS denied_attempts integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS denied_due_at timestamptz NOT NULL DEFAULT now()`;

const DOWN = /* sql */ `
  ALTER TABLE addon_cursor DROP COLUMN denied_id, DROP COLUMN denied_attempts,
    DROP COLUMN denied_due_at;
  ALTER TABLE denied_request DROP COLUMN change_id, DROP COLUMN changed_at;
  DROP SEQUENCE denied_request_change`;

const TABLES = ['addon_cursor', 'denied_request'];

/** Up to where collectors and SIEMs have got denied requests. */
export class DeniedRequestsSent1768892400000 implements MarkedMigration {
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, TABLES, UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, TABLES, DOWN);
  }
}

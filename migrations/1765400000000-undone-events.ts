import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const UP = /* sql */ `
  ALTER TABLE event ADD COLUMN undoes bigint;
  CREATE TABLE event_undo (
    event_id bigint NOT NULL,
    undone_by bigint,
    CONSTRAINT event_undo_pkey PRIMARY KEY (event_id)
  )`;

const DOWN = /* sql */ `
  DROP TABLE event_undo;
  ALTER TABLE event DROP COLUMN undoes`;

/**
 * Which event an event undoes, and which events are undone. The column needs no rewrite of events,
 * and the second table no index on them.
 */
export class UndoneEvents1765400000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [table] = (await q.query("SELECT to_regclass('event_undo') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!table.done) await lockedBriefly(q, ['event'], UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['event'], DOWN);
  }
}

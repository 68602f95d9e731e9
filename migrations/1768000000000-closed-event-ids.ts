import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/**
 * Up to which id no more events can appear, except of transactions that were running when that was
 * noted: those from `closed_from` and below `closed_until`. Ids are noted as open first, and closed
 * a minute later. Everything sealed later with such an id was inserted by SQL.
 */
export class ClosedEventIds1768000000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['event_seal_cursor'],
      /* sql */ `
      ALTER TABLE event_seal_cursor
        ADD COLUMN IF NOT EXISTS closed_event_id bigint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS closed_from xid8 NOT NULL DEFAULT '0',
        ADD COLUMN IF NOT EXISTS closed_until xid8 NOT NULL DEFAULT '0',
        ADD COLUMN IF NOT EXISTS open_event_id bigint NOT NULL DEFAULT 0,
        ADD COLUMN IF NOT EXISTS open_since timestamptz NOT NULL DEFAULT '-infinity'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['event_seal_cursor'],
      /* sql */ `
      ALTER TABLE event_seal_cursor
        DROP COLUMN closed_event_id, DROP COLUMN closed_from, DROP COLUMN closed_until,
        DROP COLUMN open_event_id, DROP COLUMN open_since`,
    );
  }
}

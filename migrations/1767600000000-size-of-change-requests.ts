import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/**
 * How many characters the changes of a change request have together; null until it is changed
 * next.
 */
export class SizeOfChangeRequests1767600000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['change_request'],
      'ALTER TABLE change_request ADD COLUMN IF NOT EXISTS characters integer',
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['change_request'], 'ALTER TABLE change_request DROP COLUMN characters');
  }
}

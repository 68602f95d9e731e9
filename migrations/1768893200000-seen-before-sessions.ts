import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** When the user of a session was seen before it. */
export class SeenBeforeSessions1768893200000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['session'],
      'ALTER TABLE session ADD COLUMN IF NOT EXISTS seen_before timestamptz',
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['session'], 'ALTER TABLE session DROP COLUMN IF EXISTS seen_before');
  }
}

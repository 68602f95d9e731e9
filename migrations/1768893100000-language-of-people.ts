import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

/** The language in which people read mails; null for whoever has chosen none. */
export class LanguageOfPeople1768893100000 implements MigrationInterface {
  /** It locks a table for an instant, but getting the lock can take attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const column = 'ALTER TABLE app_user ADD COLUMN IF NOT EXISTS language text';
    await lockedBriefly(q, ['app_user'], column);
  }

  /** Everybody gets English mails then. */
  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['app_user'], 'ALTER TABLE app_user DROP COLUMN language');
  }
}

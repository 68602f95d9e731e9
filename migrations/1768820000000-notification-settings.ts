import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLE = /* sql */ `
  CREATE TABLE IF NOT EXISTS notification_setting (
    user_id integer CONSTRAINT notification_setting_pkey PRIMARY KEY
      CONSTRAINT notification_setting_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
    muted text[] NOT NULL DEFAULT '{}',
    seen_until timestamptz
  )`;

/** What people want to be notified of, and until when they have seen it. */
export class NotificationSettings1768820000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['app_user'], TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['app_user'], 'DROP TABLE IF EXISTS notification_setting');
  }
}

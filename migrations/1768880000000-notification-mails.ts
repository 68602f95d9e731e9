import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const UP = /* sql */ `
  ALTER TABLE notification_setting
    -- Of what a person is notified by mail.
    ADD COLUMN IF NOT EXISTS mailed text[] NOT NULL DEFAULT '{}',
    ADD COLUMN IF NOT EXISTS mail_rhythm text NOT NULL DEFAULT 'daily',
    -- Until when mails have told of what happened; the end of what the present mail tells of; and
    -- when the next mail is due, null without mails.
    ADD COLUMN IF NOT EXISTS mailed_until timestamptz,
    ADD COLUMN IF NOT EXISTS mailing_until timestamptz,
    ADD COLUMN IF NOT EXISTS mail_due_at timestamptz,
    DROP CONSTRAINT IF EXISTS notification_setting_mail_rhythm_known,
    ADD CONSTRAINT notification_setting_mail_rhythm_known
      CHECK (mail_rhythm IN ('soon', 'daily', 'weekly')) NOT VALID`;

const DOWN = /* sql */ `
  ALTER TABLE notification_setting DROP COLUMN mailed, DROP COLUMN mail_rhythm,
    DROP COLUMN mailed_until, DROP COLUMN mailing_until, DROP COLUMN mail_due_at`;

/** Of what people are notified by mail, how often, and until when they were. */
export class NotificationMails1768880000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['notification_setting'], UP);
    await q.query(/* sql */ `
      ALTER TABLE notification_setting
        VALIDATE CONSTRAINT notification_setting_mail_rhythm_known`);
    await q.query('DROP INDEX CONCURRENTLY IF EXISTS notification_setting_mail_due');
    await q.query(/* sql */ `
      CREATE INDEX CONCURRENTLY notification_setting_mail_due ON notification_setting (mail_due_at)
        WHERE mail_due_at IS NOT NULL`);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['notification_setting'], DOWN);
  }
}

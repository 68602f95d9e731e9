import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const TABLE = /* sql */ `
  CREATE TABLE IF NOT EXISTS signal_tag (
    signal_id integer CONSTRAINT signal_tag_signal_fkey REFERENCES signal ON DELETE CASCADE,
    tag_type text,
    tag_value text,
    environment text
      CONSTRAINT signal_tag_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    CONSTRAINT signal_tag_pkey PRIMARY KEY (signal_id, tag_type, tag_value, environment)
  );
  CREATE INDEX IF NOT EXISTS signal_tag_environment ON signal_tag (environment)`;

/** Tags whose features a signal turns off. */
export class SignalTags1768610000000 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['signal'], TABLE);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['signal'], 'DROP TABLE IF EXISTS signal_tag');
  }
}

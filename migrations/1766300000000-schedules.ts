import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const COLUMN = 'ALTER TABLE event ADD COLUMN schedule_id integer';

const TABLE = /* sql */ `
  CREATE TABLE schedule (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT schedule_pkey PRIMARY KEY,
    feature_name text NOT NULL
      CONSTRAINT schedule_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
    environment text NOT NULL
      CONSTRAINT schedule_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    action text NOT NULL CONSTRAINT schedule_action_known CHECK (
      action IN ('on', 'off', 'archive', 'addStrategy', 'updateStrategy', 'deleteStrategy')),
    payload jsonb NOT NULL,
    version text,
    starts_at timestamptz NOT NULL,
    rule text CONSTRAINT schedule_rule_length CHECK (length(rule) <= 200),
    time_zone text NOT NULL,
    until_at timestamptz,
    duration_minutes integer
      CONSTRAINT schedule_duration_range CHECK (duration_minutes BETWEEN 1 AND 525600),
    when_late text NOT NULL CONSTRAINT schedule_when_late_known CHECK (
      when_late IN ('run', 'skip')),
    state text NOT NULL DEFAULT 'pending' CONSTRAINT schedule_state_known CHECK (
      state IN ('pending', 'executed', 'missed', 'suspended', 'cancelled')),
    step text NOT NULL DEFAULT 'start' CONSTRAINT schedule_step_known CHECK (
      step IN ('start', 'end')),
    next_at timestamptz NOT NULL,
    reason text CONSTRAINT schedule_reason_length CHECK (length(reason) <= 2000),
    executed_at timestamptz,
    created_by_user_id integer NOT NULL
      CONSTRAINT schedule_created_by_fkey REFERENCES app_user (id),
    created_by_token uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX schedule_due ON schedule (next_at, id) WHERE state = 'pending';
  CREATE INDEX schedule_time ON schedule (next_at, id);
  CREATE INDEX schedule_feature ON schedule (feature_name, environment);
  CREATE INDEX schedule_environment ON schedule (environment);
  CREATE INDEX schedule_created_by ON schedule (created_by_user_id);
  CREATE INDEX schedule_open ON schedule (feature_name) WHERE state IN ('pending', 'suspended');
  CREATE INDEX schedule_ended ON schedule (changed_at)
    WHERE state NOT IN ('pending', 'suspended')`;

/**
 * Changes of features that are made at a chosen time, and by which schedule an event was caused.
 * The column is null at first, so no rows are rewritten.
 */
export class Schedules1766300000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('schedule') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['event'], `${COLUMN}; ${TABLE}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['event'],
      'DROP TABLE schedule; ALTER TABLE event DROP COLUMN schedule_id',
    );
  }
}

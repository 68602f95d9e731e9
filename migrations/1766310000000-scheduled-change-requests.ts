import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const stateIn = (states: string): string => /* sql */ `
  ALTER TABLE change_request DROP CONSTRAINT change_request_state_known;
  ALTER TABLE change_request ADD CONSTRAINT change_request_state_known CHECK (state IN (${states}));
  DROP INDEX change_request_open`;

const UP = /* sql */ `
  ${stateIn("'Draft', 'In review', 'Approved', 'Scheduled', 'Applied', 'Cancelled', 'Rejected'")};
  CREATE INDEX change_request_open ON change_request (project, environment)
    WHERE state IN ('Draft', 'In review', 'Approved', 'Scheduled');
  ALTER TABLE change_request
    ADD COLUMN scheduled_at timestamptz,
    ADD COLUMN schedule_status text CONSTRAINT change_request_schedule_status_known
      CHECK (schedule_status IN ('pending', 'failed', 'suspended')),
    ADD COLUMN schedule_reason text CONSTRAINT change_request_schedule_reason_length
      CHECK (length(schedule_reason) <= 2000),
    ADD COLUMN scheduled_by_user_id integer
      CONSTRAINT change_request_scheduled_by_fkey REFERENCES app_user (id),
    ADD COLUMN scheduled_by_token uuid,
    ADD CONSTRAINT change_request_scheduled CHECK (
      (state = 'Scheduled') = (num_nonnulls(scheduled_at, schedule_status, scheduled_by_user_id) = 3));
  CREATE INDEX change_request_due ON change_request (scheduled_at, id)
    WHERE state = 'Scheduled' AND schedule_status = 'pending';
  CREATE INDEX change_request_scheduled_by ON change_request (scheduled_by_user_id)
    WHERE scheduled_by_user_id IS NOT NULL`;

const DOWN = /* sql */ `
  ALTER TABLE change_request DROP CONSTRAINT change_request_scheduled;
  UPDATE change_request SET state = 'Approved' WHERE state = 'Scheduled';
  ${stateIn("'Draft', 'In review', 'Approved', 'Applied', 'Cancelled', 'Rejected'")};
  CREATE INDEX change_request_open ON change_request (project, environment)
    WHERE state IN ('Draft', 'In review', 'Approved');
  ALTER TABLE change_request DROP COLUMN scheduled_at, DROP COLUMN schedule_status,
    DROP COLUMN schedule_reason, DROP COLUMN scheduled_by_user_id, DROP COLUMN scheduled_by_token`;

/** When approved change requests are to be applied, and for whom. */
export class ScheduledChangeRequests1766310000000 implements MigrationInterface {
  /** The lock is held for an instant, but getting it can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query(
      "SELECT to_regclass('change_request_due') IS NOT NULL AS done",
    )) as [{ done: boolean }];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['change_request'], UP);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(q, ['change_request'], DOWN);
  }
}

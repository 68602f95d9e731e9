import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';

const COLUMNS = /* sql */ `
  ALTER TABLE project_environment ADD COLUMN required_approvals integer
    CONSTRAINT project_environment_required_approvals_range
    CHECK (required_approvals BETWEEN 1 AND 10);
  CREATE INDEX project_environment_approvals ON project_environment (project, environment)
    WHERE required_approvals IS NOT NULL;
  ALTER TABLE event ADD COLUMN change_request_id integer`;

const TABLES = /* sql */ `
  CREATE TABLE change_request (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT change_request_pkey PRIMARY KEY,
    project text NOT NULL
      CONSTRAINT change_request_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    environment text NOT NULL
      CONSTRAINT change_request_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    title text CONSTRAINT change_request_title_length CHECK (length(title) BETWEEN 1 AND 200),
    state text NOT NULL DEFAULT 'Draft' CONSTRAINT change_request_state_known CHECK (
      state IN ('Draft', 'In review', 'Approved', 'Applied', 'Cancelled', 'Rejected')),
    min_approvals integer NOT NULL
      CONSTRAINT change_request_min_approvals_range CHECK (min_approvals BETWEEN 1 AND 10),
    created_by_user_id integer NOT NULL
      CONSTRAINT change_request_created_by_fkey REFERENCES app_user (id),
    created_at timestamptz NOT NULL DEFAULT now(),
    state_times jsonb NOT NULL
  );
  CREATE UNIQUE INDEX change_request_draft
    ON change_request (project, environment, created_by_user_id) WHERE state = 'Draft';
  CREATE INDEX change_request_newest ON change_request (project, id DESC);
  CREATE INDEX change_request_open ON change_request (project, environment)
    WHERE state IN ('Draft', 'In review', 'Approved');
  CREATE INDEX change_request_environment ON change_request (environment);
  CREATE INDEX change_request_created_by ON change_request (created_by_user_id, id DESC);

  CREATE TABLE change_request_change (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT change_request_change_pkey PRIMARY KEY,
    change_request_id integer NOT NULL CONSTRAINT change_request_change_request_fkey
      REFERENCES change_request (id) ON DELETE CASCADE,
    feature_name text,
    segment_id integer,
    action text NOT NULL,
    payload jsonb,
    version text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT change_request_change_subject CHECK (num_nonnulls(feature_name, segment_id) = 1)
  );
  CREATE INDEX change_request_change_request ON change_request_change (change_request_id);
  CREATE INDEX change_request_change_feature ON change_request_change (feature_name)
    WHERE feature_name IS NOT NULL;

  CREATE TABLE change_request_review (
    change_request_id integer NOT NULL CONSTRAINT change_request_review_request_fkey
      REFERENCES change_request (id) ON DELETE CASCADE,
    user_id integer NOT NULL CONSTRAINT change_request_review_user_fkey REFERENCES app_user (id),
    is_approval boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT change_request_review_pkey PRIMARY KEY (change_request_id, user_id)
  );
  CREATE INDEX change_request_review_user ON change_request_review (user_id);

  CREATE TABLE change_request_reviewer (
    change_request_id integer NOT NULL CONSTRAINT change_request_reviewer_request_fkey
      REFERENCES change_request (id) ON DELETE CASCADE,
    user_id integer NOT NULL CONSTRAINT change_request_reviewer_user_fkey REFERENCES app_user (id),
    CONSTRAINT change_request_reviewer_pkey PRIMARY KEY (change_request_id, user_id)
  );
  CREATE INDEX change_request_reviewer_user ON change_request_reviewer (user_id);

  CREATE TABLE change_request_comment (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT change_request_comment_pkey PRIMARY KEY,
    change_request_id integer NOT NULL CONSTRAINT change_request_comment_request_fkey
      REFERENCES change_request (id) ON DELETE CASCADE,
    user_id integer NOT NULL CONSTRAINT change_request_comment_user_fkey REFERENCES app_user (id),
    text text NOT NULL
      CONSTRAINT change_request_comment_length CHECK (length(text) BETWEEN 1 AND 5000),
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX change_request_comment_request ON change_request_comment (change_request_id);
  CREATE INDEX change_request_comment_user ON change_request_comment (user_id)`;

/**
 * Which environments of projects require approvals, requests for changes there, and by which
 * request an event was caused. The columns are null at first, so no rows are rewritten.
 */
export class ChangeRequests1766100000000 implements MigrationInterface {
  /** The locks are held for an instant, but getting them can take several attempts. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('change_request') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done)
      await lockedBriefly(q, ['project_environment', 'event'], `${COLUMNS}; ${TABLES}`);
  }

  async down(q: QueryRunner): Promise<void> {
    await lockedBriefly(
      q,
      ['project_environment', 'event'],
      /* sql */ `
        DROP TABLE change_request_comment, change_request_reviewer, change_request_review,
          change_request_change, change_request;
        ALTER TABLE event DROP COLUMN change_request_id;
        ALTER TABLE project_environment DROP COLUMN required_approvals`,
    );
  }
}

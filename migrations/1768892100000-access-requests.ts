import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = /* sql */ `
  CREATE TABLE access_request (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT access_request_pkey PRIMARY KEY,
    project text NOT NULL
      CONSTRAINT access_request_project_fkey REFERENCES project (id) ON DELETE CASCADE,
    user_id integer NOT NULL CONSTRAINT access_request_user_fkey REFERENCES app_user (id),
    role_id integer NOT NULL
      CONSTRAINT access_request_role_fkey REFERENCES role (id) ON DELETE CASCADE,
    -- Only the permissions in this environment; null for the whole role.
    environment text
      CONSTRAINT access_request_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
    minutes integer NOT NULL CONSTRAINT access_request_minutes CHECK (minutes > 0),
    reason text NOT NULL,
    is_emergency boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'open' CONSTRAINT access_request_state_known
      CHECK (state IN ('open', 'approved', 'denied', 'withdrawn', 'ended')),
    decided_by integer CONSTRAINT access_request_decided_by_fkey REFERENCES app_user (id),
    decided_at timestamptz,
    comment text,
    -- When an approved request ends by itself.
    expires_at timestamptz,
    ended_at timestamptz,
    CONSTRAINT access_request_approved
      CHECK (state <> 'approved' OR (expires_at IS NOT NULL AND decided_by <> user_id))
  );
  CREATE INDEX access_request_held ON access_request (user_id) WHERE state = 'approved';
  CREATE INDEX access_request_user ON access_request (user_id, id);
  CREATE INDEX access_request_project ON access_request (project, id);
  CREATE INDEX access_request_role ON access_request (role_id);
  CREATE INDEX access_request_environment ON access_request (environment);
  CREATE INDEX access_request_decided_by ON access_request (decided_by);
  CREATE INDEX access_request_open ON access_request (id) WHERE state = 'open'`;

/** Roles in projects that people ask for, and get for a time. */
export class AccessRequests1768892100000 implements MarkedMigration {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('access_request') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    if (!found.done) await lockedBriefly(q, ['app_user', 'project', 'role', 'environment'], TABLES);
  }

  /** Whoever has a role for a time loses it. */
  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE access_request');
  }
}

import type { QueryRunner } from 'typeorm';
import { lockedBriefly } from './brief-locks.js';
import type { MarkedMigration } from './marked-migration.js';

const TABLES = /* sql */ `
  CREATE TABLE directory_user (
    user_id integer CONSTRAINT directory_user_pkey PRIMARY KEY
      CONSTRAINT directory_user_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
    resource jsonb NOT NULL,
    former_role_id integer
      CONSTRAINT directory_user_former_role_fkey REFERENCES role (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE UNIQUE INDEX directory_user_name ON directory_user (lower(resource ->> 'userName'));
  CREATE INDEX directory_user_external_id ON directory_user ((resource ->> 'externalId'));
  CREATE INDEX directory_user_former_role ON directory_user (former_role_id);
  CREATE TABLE directory_group (
    group_id integer CONSTRAINT directory_group_pkey PRIMARY KEY
      CONSTRAINT directory_group_group_fkey REFERENCES user_group (id) ON DELETE CASCADE,
    external_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX directory_group_external_id ON directory_group (external_id);
  CREATE TABLE directory_member (
    group_id integer NOT NULL
      CONSTRAINT directory_member_group_fkey REFERENCES directory_group (group_id) ON DELETE CASCADE,
    user_id integer NOT NULL
      CONSTRAINT directory_member_user_fkey REFERENCES directory_user (user_id) ON DELETE CASCADE,
    CONSTRAINT directory_member_pkey PRIMARY KEY (group_id, user_id)
  );
  CREATE INDEX directory_member_user ON directory_member (user_id)`;

/** What a directory of people (SCIM) says of users and groups. */
export class Directory1768800000000 implements MarkedMigration {
  /** References lock their tables for an instant, but getting the locks can take attempts. */
  readonly transaction = false;
  readonly reviewed = [] as const;

  async up(q: QueryRunner): Promise<void> {
    const [found] = (await q.query("SELECT to_regclass('directory_user') IS NOT NULL AS done")) as [
      { done: boolean },
    ];
    // When the process ended after the change, there is nothing left to do.
    if (!found.done) await lockedBriefly(q, ['app_user', 'user_group', 'role'], TABLES);
  }

  /** Users that the directory has deactivated stay deleted. */
  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE directory_member, directory_group, directory_user');
  }
}

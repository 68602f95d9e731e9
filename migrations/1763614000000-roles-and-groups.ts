import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What roles of one's own allow, groups of people, who has which role in which project, and from which address access was given or used. */
export class RolesAndGroups1763614000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      -- Of roles of one's own alone: what built-in roles allow grows with the service, and so is part of it.
      CREATE TABLE role_permission (
        role_id integer NOT NULL CONSTRAINT role_permission_role_fkey REFERENCES role (id) ON DELETE CASCADE,
        permission text NOT NULL,
        -- null: in all environments
        environment text CONSTRAINT role_permission_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
        CONSTRAINT role_permission_key UNIQUE NULLS NOT DISTINCT (role_id, permission, environment)
      );
      CREATE INDEX role_permission_environment ON role_permission (environment) WHERE environment IS NOT NULL;

      ALTER TABLE user_group
        ADD COLUMN root_role_id integer CONSTRAINT user_group_root_role_fkey REFERENCES role (id),
        -- names of groups at the identity provider whose members are members here
        ADD COLUMN mappings_sso text[] NOT NULL DEFAULT '{}';
      CREATE INDEX user_group_root_role ON user_group (root_role_id);
      CREATE TABLE group_member (
        group_id integer NOT NULL CONSTRAINT group_member_group_fkey REFERENCES user_group (id) ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT group_member_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
        created_by text,
        joined_at timestamptz NOT NULL DEFAULT now(),
        -- whether the identity provider put the user there: only then may it take the user out again
        by_sso boolean NOT NULL DEFAULT false,
        CONSTRAINT group_member_pkey PRIMARY KEY (group_id, user_id)
      );
      CREATE INDEX group_member_user ON group_member (user_id);

      CREATE TABLE project_user_role (
        project text NOT NULL CONSTRAINT project_user_role_project_fkey REFERENCES project (id) ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT project_user_role_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
        role_id integer NOT NULL CONSTRAINT project_user_role_role_fkey REFERENCES role (id),
        added_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT project_user_role_pkey PRIMARY KEY (project, user_id, role_id)
      );
      CREATE INDEX project_user_role_user ON project_user_role (user_id);
      CREATE INDEX project_user_role_role ON project_user_role (role_id);
      CREATE TABLE project_group_role (
        project text NOT NULL CONSTRAINT project_group_role_project_fkey REFERENCES project (id) ON DELETE CASCADE,
        group_id integer NOT NULL CONSTRAINT project_group_role_group_fkey REFERENCES user_group (id) ON DELETE CASCADE,
        role_id integer NOT NULL CONSTRAINT project_group_role_role_fkey REFERENCES role (id),
        added_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT project_group_role_pkey PRIMARY KEY (project, group_id, role_id)
      );
      CREATE INDEX project_group_role_group ON project_group_role (group_id);
      CREATE INDEX project_group_role_role ON project_group_role (role_id);

      CREATE INDEX project_closed ON project (id) WHERE mode <> 'open';

      -- Where a request came from, of events about access alone: of others it would be personal data that nobody needs.
      ALTER TABLE event ADD COLUMN address text;

      UPDATE role SET description = 'May change features, segments and the like in open projects and where they are members, and create projects; but neither people nor tokens.'
       WHERE id = 2;
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      UPDATE role SET description = 'May change features, segments and the like in all projects, but neither people nor tokens.' WHERE id = 2;
      ALTER TABLE event DROP COLUMN address;
      DROP INDEX project_closed;
      DROP TABLE project_group_role, project_user_role, group_member;
      ALTER TABLE user_group DROP COLUMN root_role_id, DROP COLUMN mappings_sso;
      DROP TABLE role_permission;
    `);
  }
}

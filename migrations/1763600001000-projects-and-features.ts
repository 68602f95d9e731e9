import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects, environments, features, and what the Feature shows besides its strategies. */
export class ProjectsAndFeatures1763600001000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      CREATE TABLE environment (
        name text NOT NULL CONSTRAINT environment_pkey PRIMARY KEY,
        type text NOT NULL,
        sort_order integer NOT NULL,
        enabled boolean NOT NULL DEFAULT true,
        protected boolean NOT NULL DEFAULT false,
        required_approvals integer CONSTRAINT environment_required_approvals_positive CHECK (required_approvals > 0),
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE project (
        id text NOT NULL CONSTRAINT project_pkey PRIMARY KEY,
        name text NOT NULL,
        description text,
        mode text NOT NULL DEFAULT 'open' CONSTRAINT project_mode_known CHECK (mode IN ('open', 'protected', 'private')),
        default_stickiness text NOT NULL DEFAULT 'default',
        feature_limit integer CONSTRAINT project_feature_limit_positive CHECK (feature_limit > 0),
        feature_naming jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        archived_at timestamptz
      );

      CREATE TABLE project_environment (
        project text NOT NULL CONSTRAINT project_environment_project_fkey REFERENCES project (id) ON DELETE CASCADE,
        environment text NOT NULL CONSTRAINT project_environment_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
        default_strategy jsonb,
        CONSTRAINT project_environment_pkey PRIMARY KEY (project, environment)
      );
      CREATE INDEX project_environment_environment ON project_environment (environment);

      CREATE TABLE feature_type (
        id text NOT NULL CONSTRAINT feature_type_pkey PRIMARY KEY,
        name text NOT NULL,
        description text NOT NULL,
        lifetime_days integer CONSTRAINT feature_type_lifetime_positive CHECK (lifetime_days > 0),
        sort_order integer NOT NULL
      );

      CREATE TABLE feature (
        name text NOT NULL CONSTRAINT feature_pkey PRIMARY KEY CONSTRAINT feature_name_length CHECK (length(name) BETWEEN 1 AND 100),
        project text NOT NULL CONSTRAINT feature_project_fkey REFERENCES project (id),
        type text NOT NULL DEFAULT 'release' CONSTRAINT feature_type_fkey REFERENCES feature_type (id),
        description text,
        stale boolean NOT NULL DEFAULT false,
        impression_data boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        created_by_user_id integer NOT NULL CONSTRAINT feature_created_by_fkey REFERENCES app_user (id),
        archived_at timestamptz
      );
      CREATE INDEX feature_project_created_at ON feature (project, created_at);
      CREATE INDEX feature_type_of ON feature (type);
      CREATE INDEX feature_created_by ON feature (created_by_user_id);

      -- Switching changes the one column "enabled", which no index covers: so it is a heap-only update, whatever else grows.
      CREATE TABLE feature_environment (
        feature_name text NOT NULL CONSTRAINT feature_environment_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        environment text NOT NULL CONSTRAINT feature_environment_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
        enabled boolean NOT NULL DEFAULT false,
        variants jsonb NOT NULL DEFAULT '[]' CONSTRAINT feature_environment_variants_list CHECK (jsonb_typeof(variants) = 'array'),
        strategy_count integer NOT NULL DEFAULT 0,
        active_strategy_count integer NOT NULL DEFAULT 0,
        CONSTRAINT feature_environment_pkey PRIMARY KEY (feature_name, environment)
      ) WITH (fillfactor = 80);
      CREATE INDEX feature_environment_environment ON feature_environment (environment);
      CREATE INDEX feature_environment_strategy_count ON feature_environment (strategy_count);

      -- Apart from feature_environment, so that the writer of usage never makes somebody wait who turns a feature off.
      CREATE TABLE feature_environment_usage (
        feature_name text NOT NULL CONSTRAINT feature_environment_usage_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        environment text NOT NULL,
        last_seen_at timestamptz NOT NULL,
        hour timestamptz NOT NULL,
        yes bigint NOT NULL DEFAULT 0,
        no bigint NOT NULL DEFAULT 0,
        CONSTRAINT feature_environment_usage_pkey PRIMARY KEY (feature_name, environment)
      ) WITH (fillfactor = 80);

      CREATE TABLE tag_type (
        name text NOT NULL CONSTRAINT tag_type_pkey PRIMARY KEY CONSTRAINT tag_type_name_length CHECK (length(name) BETWEEN 2 AND 50),
        description text,
        icon text,
        color text
      );
      CREATE TABLE tag (
        type text NOT NULL CONSTRAINT tag_type_fkey REFERENCES tag_type (name) ON DELETE CASCADE,
        value text NOT NULL CONSTRAINT tag_value_length CHECK (length(value) BETWEEN 2 AND 50),
        CONSTRAINT tag_pkey PRIMARY KEY (type, value)
      );
      CREATE TABLE feature_tag (
        feature_name text NOT NULL CONSTRAINT feature_tag_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        type text NOT NULL,
        value text NOT NULL,
        CONSTRAINT feature_tag_pkey PRIMARY KEY (feature_name, type, value),
        CONSTRAINT feature_tag_tag_fkey FOREIGN KEY (type, value) REFERENCES tag (type, value) ON DELETE CASCADE
      );
      CREATE INDEX feature_tag_tag ON feature_tag (type, value);

      CREATE TABLE feature_dependency (
        child text NOT NULL CONSTRAINT feature_dependency_child_fkey REFERENCES feature (name) ON DELETE CASCADE,
        parent text NOT NULL CONSTRAINT feature_dependency_parent_fkey REFERENCES feature (name),
        enabled boolean NOT NULL DEFAULT true,
        variants jsonb CONSTRAINT feature_dependency_variants_list CHECK (jsonb_typeof(variants) = 'array'),
        CONSTRAINT feature_dependency_pkey PRIMARY KEY (child, parent),
        CONSTRAINT feature_dependency_not_itself CHECK (child <> parent)
      );
      CREATE INDEX feature_dependency_parent ON feature_dependency (parent);

      CREATE TABLE favorite_feature (
        user_id integer NOT NULL CONSTRAINT favorite_feature_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
        feature_name text NOT NULL CONSTRAINT favorite_feature_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT favorite_feature_pkey PRIMARY KEY (feature_name, user_id)
      );
      CREATE INDEX favorite_feature_user ON favorite_feature (user_id);
      CREATE TABLE favorite_project (
        user_id integer NOT NULL CONSTRAINT favorite_project_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
        project text NOT NULL CONSTRAINT favorite_project_project_fkey REFERENCES project (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT favorite_project_pkey PRIMARY KEY (project, user_id)
      );
      CREATE INDEX favorite_project_user ON favorite_project (user_id);

      CREATE TABLE feature_lifecycle (
        feature_name text NOT NULL CONSTRAINT feature_lifecycle_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        stage text NOT NULL CONSTRAINT feature_lifecycle_stage_known CHECK (stage IN ('initial', 'pre-live', 'live', 'completed', 'archived')),
        entered_at timestamptz NOT NULL DEFAULT now(),
        status text,
        status_value text,
        CONSTRAINT feature_lifecycle_pkey PRIMARY KEY (feature_name, stage)
      );

      -- Who changed a feature, and by which event last: read with every feature, so not derived from its whole history each time.
      CREATE TABLE feature_collaborator (
        feature_name text NOT NULL CONSTRAINT feature_collaborator_feature_fkey REFERENCES feature (name) ON DELETE CASCADE,
        user_id integer NOT NULL CONSTRAINT feature_collaborator_user_fkey REFERENCES app_user (id) ON DELETE CASCADE,
        last_event_id bigint NOT NULL,
        CONSTRAINT feature_collaborator_pkey PRIMARY KEY (feature_name, user_id)
      ) WITH (fillfactor = 80);
      CREATE INDEX feature_collaborator_user ON feature_collaborator (user_id);

      CREATE TABLE api_token (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT api_token_pkey PRIMARY KEY,
        secret_hash bytea NOT NULL CONSTRAINT api_token_secret_key UNIQUE,
        name text NOT NULL,
        type text NOT NULL CONSTRAINT api_token_type_known CHECK (type IN ('admin', 'client', 'frontend')),
        environment text CONSTRAINT api_token_environment_fkey REFERENCES environment (name) ON DELETE CASCADE,
        -- Said outright instead of meant by an empty list: or deleting a token's last project would widen it to all.
        all_projects boolean NOT NULL,
        alias text,
        created_by_user_id integer CONSTRAINT api_token_created_by_fkey REFERENCES app_user (id),
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz,
        seen_at timestamptz
      );
      CREATE INDEX api_token_name ON api_token (name);
      CREATE INDEX api_token_environment ON api_token (environment);
      CREATE INDEX api_token_created_by ON api_token (created_by_user_id);
      CREATE TABLE api_token_project (
        token_id uuid NOT NULL CONSTRAINT api_token_project_token_fkey REFERENCES api_token (id) ON DELETE CASCADE,
        project text NOT NULL CONSTRAINT api_token_project_project_fkey REFERENCES project (id) ON DELETE CASCADE,
        CONSTRAINT api_token_project_pkey PRIMARY KEY (token_id, project)
      );
      CREATE INDEX api_token_project_project ON api_token_project (project);
    `);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(/* sql */ `
      DROP TABLE api_token_project, api_token, feature_collaborator, feature_lifecycle, favorite_project, favorite_feature, feature_dependency,
        feature_tag, tag, tag_type, feature_environment_usage, feature_environment, feature, feature_type, project_environment, project, environment;
    `);
  }
}
